// Parses a PowerShell script with a grammar of the language and prints where it does not fit. Runs nothing of it.
// Arguments: a directory with web-tree-sitter and tree-sitter-powershell installed by npm, then the scripts.
import { join } from "node:path";
import { pathToFileURL } from "node:url";

interface Node {
  readonly type: string;
  readonly isError: boolean;
  readonly isMissing: boolean;
  readonly hasError: boolean;
  readonly startPosition: { readonly row: number; readonly column: number };
  readonly text: string;
  readonly children: readonly Node[];
}

const [packages, ...scripts] = Deno.args;
const inPackages = (path: string) => join(packages!, "node_modules", path);
const { Parser, Language } = await import(
  pathToFileURL(inPackages("web-tree-sitter/web-tree-sitter.js")).href
);
await Parser.init();
const grammar = inPackages("tree-sitter-powershell/tree-sitter-powershell.wasm");
const language = await Language.load(await Deno.readFile(grammar));
const reader = new Parser();
reader.setLanguage(language);
for (const path of scripts) {
  const tree = reader.parse(await Deno.readTextFile(path));
  report(path, tree.rootNode);
}

function report(path: string, node: Node): void {
  if (node.isError || node.isMissing) {
    const { row, column } = node.startPosition;
    console.log(`${path}:${row + 1}:${column + 1}: does not fit: ${node.text.slice(0, 60)}`);
    Deno.exitCode = 1;
  } else if (node.hasError) {
    for (const child of node.children) report(path, child);
  }
}

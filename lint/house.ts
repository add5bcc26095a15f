// The rules of this house as a Deno lint plugin: who may import whom, and what the pure rules may touch.
// It knows paths and syntax only, never types, so it costs nothing at run time and needs no build.

/** The repository this plugin stands in, with `/` between its parts. */
const ROOT = asPosix(import.meta.dirname ?? "").replace(/\/lint$/, "");

/** Which folders under `lib/` each folder there may import, beside itself. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  rules: [],
  system: [],
  ledger: ["rules"],
  sqlite: ["ledger", "rules", "system"],
  workspace: ["rules", "system"],
  mcp: ["ledger", "rules"],
  clients: [],
  cli: ["rules", "ledger", "sqlite", "system", "workspace", "mcp", "clients"],
};

/** Packages that one folder alone may import, so that what they stand for stays replaceable. */
const ONLY_IN: readonly { packages: RegExp; folder: string; what: string }[] = [
  { packages: /^node:sqlite$/, folder: "sqlite", what: "the SQL engine" },
  { packages: /^(npm:\/?)?@modelcontextprotocol\//, folder: "mcp", what: "the protocol's SDK" },
];

/** Names that reach outside a pure function: clock, chance, files, network, process, timers. */
const IMPURE_NAMES: ReadonlySet<string> = new Set([
  ...["Deno", "Date", "Temporal", "crypto", "performance", "fetch", "process", "console"],
  ...["setTimeout", "setInterval", "setImmediate", "queueMicrotask", "globalThis", "self"],
  ...["WebSocket", "Worker", "localStorage", "sessionStorage", "navigator", "eval", "require"],
]);

/** Folder names that say nothing about what is inside. */
const VAGUE_FOLDERS: ReadonlySet<string> = new Set([
  "utils",
  "common",
  "helpers",
  "types",
  "services",
]);

/** The few fields of a syntax node that these rules read. */
interface SyntaxNode {
  type: string;
  range: [number, number];
  parent?: SyntaxNode;
  name?: string;
  value?: unknown;
  computed?: boolean;
  object?: SyntaxNode;
  property?: SyntaxNode;
  key?: SyntaxNode;
  imported?: SyntaxNode;
  source?: SyntaxNode | null;
  argument?: { literal?: { value?: unknown } };
}

type Context = Deno.lint.RuleContext;
type Visitor = Deno.lint.LintVisitor;

/** Writes a path with `/` between its parts, as Windows does not. */
function asPosix(path: string): string {
  return path.replaceAll("\\", "/");
}

/** The path of a file inside the repository, or undefined for a file elsewhere. */
function pathInside(filename: string): string | undefined {
  const path = asPosix(filename);
  return path.startsWith(`${ROOT}/`) ? path.slice(ROOT.length + 1) : undefined;
}

/** The folder under `lib/` that a repository path lies in, `main` for the entry file, else undefined. */
function folderOf(path: string | undefined): string | undefined {
  if (path === "main.ts") return "main";
  return /^lib\/([^/]+)\//.exec(path ?? "")?.[1];
}

/** The repository path that a relative import leads to; `..` above the repository stays in front. */
function resolve(from: string, specifier: string): string {
  const parts = from.split("/").slice(0, -1);
  for (const part of specifier.split("/")) {
    if (part === "..") parts.pop() ?? parts.push("..");
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}

/** Calls `look` with each import, export from, dynamic import and import type of a file. */
function eachImport(look: (specifier: string | undefined, node: Deno.lint.Node) => void): Visitor {
  const visit = (node: Deno.lint.Node): void => {
    const seen = node as unknown as SyntaxNode;
    const value = seen.type === "TSImportType"
      ? seen.argument?.literal?.value
      : seen.source && seen.source.value;
    // `export const x = 1` is an export without a source and no import at all.
    if (seen.type.startsWith("Export") && !seen.source) return;
    look(typeof value === "string" ? value : undefined, node);
  };
  return {
    ImportDeclaration: visit,
    ExportNamedDeclaration: visit,
    ExportAllDeclaration: visit,
    ImportExpression: visit,
    TSImportType: visit,
  };
}

/** Says what is wrong when `from` (a file of folder `folder`) imports `specifier`. */
function directionFault(folder: string, path: string, specifier: string): string | undefined {
  if (!specifier.startsWith(".")) return undefined;
  const target = resolve(path, specifier);
  const to = folderOf(target);
  if (folder === "main") return to === "cli" ? undefined : "main.ts may import lib/cli only";
  const allowed = MAY_IMPORT[folder];
  if (!allowed) return `lib/${folder} has no place in the import direction of lint/house.ts`;
  if (to === folder || (to !== undefined && allowed.includes(to))) return undefined;
  // The version stands in deno.json, which is a value and not a module of ours.
  if (target.endsWith(".json") && folder !== "rules") return undefined;
  return `lib/${folder} may not import ${to ? `lib/${to}` : `"${target}"`}`.replace(
    "lib/main",
    "main.ts",
  );
}

/** Holds `main → cli → adapters → ledger → rules`; adapters never import one another. */
const importDirection = {
  create(context: Context): Visitor {
    const path = pathInside(context.filename);
    const folder = folderOf(path);
    if (!path || !folder) return {};
    return eachImport((specifier, node) => {
      const message = specifier === undefined
        ? "an import in lib must name its module by a literal"
        : directionFault(folder, path, specifier);
      if (message) context.report({ node, message });
    });
  },
};

/** Holds SQL to lib/sqlite and the protocol's SDK to lib/mcp; tests and benches are free. */
const packagesAtHome = {
  create(context: Context): Visitor {
    const folder = folderOf(pathInside(context.filename));
    if (!folder) return {};
    return eachImport((specifier, node) => {
      const rule = ONLY_IN.find(({ packages }) => packages.test(specifier ?? ""));
      if (!rule || rule.folder === folder) return;
      const message = `"${specifier}" is ${rule.what}: only lib/${rule.folder} may import it`;
      context.report({ node, message });
    });
  },
};

/** Whether an identifier names a member, a key or a type and so reads no variable. */
function isOnlyALabel(node: SyntaxNode): boolean {
  const parent = node.parent;
  if (!parent) return false;
  if (parent.type === "MemberExpression") return parent.property === node && !parent.computed;
  if (parent.type === "ImportSpecifier") return parent.imported === node;
  // `{ process }` holds two nodes: the key is the label, the value reads the variable.
  if (/^(Property|MethodDefinition|PropertyDefinition|TS\w*Signature)$/.test(parent.type)) {
    return parent.key === node && !parent.computed;
  }
  return parent.type === "TSTypeReference" || parent.type === "TSQualifiedName";
}

/** Whether `Math` is used in any way but `Math.name` with a name other than `random`. */
function mayBeRandom(node: SyntaxNode): boolean {
  const parent = node.parent;
  if (parent?.type !== "MemberExpression" || parent.object !== node) return true;
  const member = parent.computed ? parent.property?.value : parent.property?.name;
  return typeof member !== "string" || member === "random";
}

/** Holds lib/rules pure: no I/O, clock, chance or packages; synchronous; refusals, not throws. */
const pureRules = {
  create(context: Context): Visitor {
    if (folderOf(pathInside(context.filename)) !== "rules") return {};
    const say = (what: string) => (node: Deno.lint.Node): void =>
      context.report({ node, message: `lib/rules is pure: no ${what}` });
    const visitor: Record<string, (node: Deno.lint.Node) => void> = {
      ...eachImport((specifier, node) => {
        if (!specifier?.startsWith(".")) say("package, built-in module or computed import")(node);
      }) as Record<string, (node: Deno.lint.Node) => void>,
      Identifier(node) {
        const seen = node as unknown as SyntaxNode;
        const name = seen.name ?? "";
        if (name === "Math" && !isOnlyALabel(seen) && mayBeRandom(seen)) say("Math.random")(node);
        if (IMPURE_NAMES.has(name) && !isOnlyALabel(seen)) say(name)(node);
      },
      MetaProperty: say("import.meta"),
      ThrowStatement: say("throw, return a refusal"),
      AwaitExpression: say("await"),
    };
    for (const kind of ["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"]) {
      visitor[`${kind}[async=true]`] = say("async function");
    }
    visitor["ForOfStatement[await=true]"] = say("await");
    return visitor as Visitor;
  },
};

/** Refuses folders whose name says nothing about what is inside. */
const noVagueFolder = {
  create(context: Context): Visitor {
    const folders = pathInside(context.filename)?.split("/").slice(0, -1) ?? [];
    const vague = folders.find((name) => VAGUE_FOLDERS.has(name));
    if (!vague) return {};
    const message = `folder "${vague}" says nothing about what is inside: name it for its idea`;
    return { Program: (node) => context.report({ node, message }) };
  },
};

/** The plugin that `deno lint` loads; each rule names the wall it holds. */
const house: Deno.lint.Plugin = {
  name: "house",
  rules: {
    "import-direction": importDirection,
    "packages-at-home": packagesAtHome,
    "pure-rules": pureRules,
    "no-vague-folder": noVagueFolder,
  },
};

export default house;

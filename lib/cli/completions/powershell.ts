// Completions for PowerShell, as a script to dot-source. Knows PowerShell and the words, no command.
import { type CommandWords, program } from "./words.ts";

/** The script; Windows PowerShell 5.1 and later. */
export function powershellScript(commands: readonly CommandWords[]): string {
  return `# Completions of ${program} for PowerShell. Dot-source this file in your profile.
Register-ArgumentCompleter -Native -CommandName ${quoted(program)} -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $typed = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { "$_" })
  if ($wordToComplete -ne '' -and $typed.Count -gt 0) { $typed = @($typed | Select-Object -SkipLast 1) }
  $command = ''
  for ($index = 0; $index -lt $typed.Count; $index++) {
    if ($typed[$index] -eq '--root') { $index++; continue }
    if (-not $typed[$index].StartsWith('-')) { $command = $typed[$index]; break }
  }
  $previous = if ($typed.Count -gt 0) { $typed[-1] } else { '' }
  $words = switch ("$command $previous") {
${commands.flatMap(values).join("\n")}
    default {
      switch ($command) {
        '' { @(${commands.map(({ name }) => quoted(name)).join(", ")}, '--version', '--help') }
${commands.map(options).join("\n")}
        default { @() }
      }
    }
  }
  $words | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`;
}

function options(command: CommandWords): string {
  const words = [...command.argumentWords, ...command.options.map(({ name }) => `--${name}`)];
  const ids = command.takesTask
    ? `; if (-not $wordToComplete.StartsWith('-')) { ${program} list --limit 100 2>$null | Select-Object -Skip 1 | ForEach-Object { ($_ -split "\`t")[0] } }`
    : "";
  return `        ${quoted(command.name)} { @(${words.map(quoted).join(", ")})${ids} }`;
}

function values(command: CommandWords): string[] {
  return command.options.filter(({ choices }) => choices).map(({ name, choices }) =>
    `    ${quoted(`${command.name} --${name}`)} { @(${choices!.map(quoted).join(", ")}) }`
  );
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

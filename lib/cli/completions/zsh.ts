// Completions for zsh, as a script to source or to put on fpath. Knows zsh and the words, no command.
import type { Option } from "../command.ts";
import { type CommandWords, idsCommand, program } from "./words.ts";

/** The script. */
export function zshScript(commands: readonly CommandWords[]): string {
  const names = commands.map(({ name, summary }) => shown(name, summary));
  return `#compdef ${program}
# Completions of ${program} for zsh. Source this file after compinit, or name it _${program} on fpath.
_agent_handoff() {
  local command="" index previous="\${words[CURRENT-1]}" current="\${words[CURRENT]}"
  local -a names shown
  for ((index = 2; index < CURRENT; index++)); do
    case "\${words[index]}" in
      --root) ((index++)) ;;
      -*) ;;
      *) command="\${words[index]}"; break ;;
    esac
  done
  case "$command $previous" in
${commands.flatMap(values).join("\n")}
    *" --root") _files -/; return ;;
  esac
  case "$command" in
    "")
      names=(${commands.map(({ name }) => name).join(" ")})
      shown=(${names.join(" ")})
      ;;
${commands.map(options).join("\n")}
  esac
  compadd -l -d shown -- $names
}
if [[ "$funcstack[1]" == _${program} ]]; then _agent_handoff "$@"; else compdef _agent_handoff ${program}; fi
`;
}

function options(command: CommandWords): string {
  const names = command.options.map(({ name }) => `--${name}`).join(" ");
  const texts = command.options.map(({ name, about }) => shown(`--${name}`, about)).join(" ");
  const first = command.takesTask
    ? `\n      [[ "$current" == -* ]] || { compadd -- $(${idsCommand}); return }`
    : command.takesFile
    ? `\n      [[ "$current" == -* ]] || { _files; return }`
    : command.argumentWords.length > 0
    ? `\n      compadd -- ${command.argumentWords.join(" ")}`
    : "";
  return `    ${command.name})${first}
      names=(${names})
      shown=(${texts})
      ;;`;
}

function values(command: CommandWords): string[] {
  return command.options.filter(({ value }) => value !== undefined)
    .map((option) => `    "${command.name} --${option.name}") ${words(option)}return ;;`);
}

function words({ choices, completes }: Option): string {
  if (choices) return `compadd -- ${choices.join(" ")}; `;
  return completes ? `_files${completes === "directory" ? " -/" : ""}; ` : "";
}

function shown(name: string, about: string): string {
  return `'${`${name}  ${about}`.replaceAll("'", "'\\''")}'`;
}

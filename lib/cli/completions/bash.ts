// Completions for bash, as a script to source. Knows bash and the words, no command.
import { type CommandWords, idsCommand, program } from "./words.ts";

/** The script; bash 3.2 and later. */
export function bashScript(commands: readonly CommandWords[]): string {
  return `# Completions of ${program} for bash. Source this file, or put it where bash-completion looks.
_agent_handoff() {
  local current previous command words index
  current="\${COMP_WORDS[COMP_CWORD]}"
  previous="\${COMP_WORDS[COMP_CWORD-1]}"
  command=""
  COMPREPLY=()
  for ((index = 1; index < COMP_CWORD; index++)); do
    case "\${COMP_WORDS[index]}" in
      --root) ((index++)) ;;
      -*) ;;
      *) command="\${COMP_WORDS[index]}"; break ;;
    esac
  done
  case "$command $previous" in
${commands.flatMap(values).join("\n")}
    *" --root") COMPREPLY=($(compgen -d -- "$current")); return ;;
  esac
  case "$command" in
    "") words="${commands.map(({ name }) => name).join(" ")} --version --root --json --help" ;;
${commands.map(options).join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _agent_handoff ${program}
`;
}

function options(command: CommandWords): string {
  const words = command.options.map(({ name }) => `--${name}`).join(" ");
  const first = command.takesTask
    ? ` [[ "$current" == -* ]] || words="$(${idsCommand})" ;;`
    : command.takesFile
    ? ` [[ "$current" == -* ]] || words="$(compgen -f -- "$current")" ;;`
    : command.argumentWords.length > 0
    ? ` words="${command.argumentWords.join(" ")} $words" ;;`
    : " ;;";
  return `    ${command.name}) words="${words}";${first === " ;;" ? ";" : first}`;
}

/** What may stand behind an option that takes a value; nothing where only its writer knows. */
function values(command: CommandWords): string[] {
  return command.options.filter(({ value }) => value !== undefined).map((option) => {
    const words = option.choices
      ? `$(compgen -W "${option.choices.join(" ")}" -- "$current")`
      : option.completes
      ? `$(compgen -${option.completes === "file" ? "f" : "d"} -- "$current")`
      : "";
    return `    "${command.name} --${option.name}") COMPREPLY=(${words}); return ;;`;
  });
}

// Shell completion, from the commands themselves.
import { Argument, Command } from 'commander';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

type Shell = (typeof SHELLS)[number];

/** `completion`, for the commands of the program. */
export function buildCompletionCommand(program: Command): Command {
  return new Command('completion')
    .description(
      'print the completion for a shell, as for: source <(countinghouse completion bash)',
    )
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .action((shell: Shell) => {
      process.stdout.write(buildCompletion(program, shell));
    });
}

/** What may follow the words of a command. */
interface CompletionRow {
  readonly path: string;
  readonly words: readonly string[];
}

function buildCompletion(program: Command, shell: Shell): string {
  const rows = listRows(program, '');
  return shell === 'fish' ? buildFish(rows) : buildBash(rows, shell);
}

function listRows(command: Command, path: string): CompletionRow[] {
  const children = command.commands.map((child) => ({ child, name: child.name() }));
  const flags = command.options.flatMap(({ long }) => long ?? []);
  const words = [...children.map(({ name }) => name), ...flags, '--help'];
  const rows = children.flatMap(({ child, name }) => listRows(child, `${path} ${name}`.trim()));
  return [{ path, words }, ...rows];
}

function buildBash(rows: readonly CompletionRow[], shell: Shell): string {
  const cases = rows.map(({ path, words }) => `    "${path}") words="${words.join(' ')}" ;;`);
  const parents = rows.map(({ path }) => `"${path}"`).join('|');
  const start = shell === 'zsh' ? 'autoload -U +X bashcompinit && bashcompinit\n' : '';
  return `${start}_countinghouse() {
  local path="" words="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${path:+$path }$word" in ${parents}) path="\${path:+$path }$word" ;; esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _countinghouse countinghouse
`;
}

function buildFish(rows: readonly CompletionRow[]): string {
  const lines = rows.flatMap(({ path, words }) => {
    const [first, ...rest] = path.split(' ').filter((word) => word !== '');
    const conditions = [
      first === undefined ? '__fish_use_subcommand' : `__fish_seen_subcommand_from ${first}`,
      ...rest.map((word) => `__fish_seen_subcommand_from ${word}`),
    ];
    return words.map((word) => {
      const value = word.startsWith('--') ? `-l ${word.slice(2)}` : `-a ${word}`;
      return `complete -c countinghouse -n '${conditions.join('; and ')}' ${value}`;
    });
  });
  return `${lines.join('\n')}\n`;
}

// What is wrong with a flag, in the words of the library of the other commands, which the check of evidence does without.
const EDITS_MAX = 2;

/** Describes an error of `parseArgs`; undefined for any other. `names` are the flags that there are. */
export function formatFlagFault(error: unknown, names: readonly string[]): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  const [quoted = error.message] = error.message.split(/\.\s/);
  if (error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const [, flag = ''] = /'(--?[^']+)'/.exec(quoted) ?? [];
    return `error: unknown option '${flag}'${suggest(flag.replace(/^-+/, ''), names)}`;
  }
  if (error.code !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') return undefined;
  return `error: ${quoted.charAt(0).toLowerCase()}${quoted.slice(1)}`;
}

function suggest(word: string, names: readonly string[]): string {
  const distances = names.map((name) => [name, countEdits(word, name)] as const);
  const [nearest] = distances.toSorted(([, one], [, other]) => one - other);
  if (nearest === undefined || nearest[1] > EDITS_MAX) return '';
  return `\n(Did you mean --${nearest[0]}?)`;
}

/** The number of letters to add, drop or replace that makes one word the other. */
function countEdits(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [column, wanted] of [...other].entries()) {
      const replaced = (row[column] ?? 0) + (letter === wanted ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

// What a command of the repository is: its usage and its flags.
import type { parseArgs, ParseArgsOptionsConfig } from 'node:util';
import type { ProgressLine } from './progress-line.ts';

export interface CommandDefinition<Options extends ParseArgsOptionsConfig> {
  /** What `--help` prints. */
  readonly usage: string;
  readonly options?: Options;
  /** Words that are no flags; none by default. */
  readonly takesWords?: boolean;
  /** Erased before an error is printed. */
  readonly progress?: Pick<ProgressLine, 'end'>;
  /** The exit code of a failure: 1 by default. */
  readonly failureCode?: number;
  /** What its exit codes mean, where it is more than what they mean of every command. */
  readonly exitCodes?: Readonly<Record<number, string>>;
}

/** Of wrong words or flags, as of `countinghouse`: nothing was done. */
export const EXIT_MISUSED = 2;

/** Of work that is not at its end: something is left to do, or to look at. */
export const EXIT_OPEN = 3;

/** What the exit codes of every command mean. */
const EXIT_CODES: Readonly<Record<number, string>> = {
  0: 'done',
  1: 'refused or failed',
  [EXIT_MISUSED]: 'wrong words or flags',
};

/** What `--help` prints: the usage and the exit codes. */
export function formatUsage<Options extends ParseArgsOptionsConfig>({
  usage,
  exitCodes = {},
}: CommandDefinition<Options>): string {
  const codes = Object.entries({ ...EXIT_CODES, ...exitCodes });
  const [first, ...others] = codes.map(([code, meaning]) => `${code} ${meaning}`);
  return `${usage}\n\nExit codes: ${[first, ...others].join('; ')}.\n`;
}

/** Throws with the names of the flags that are missing. */
export function requireFlags<const Name extends string>(
  flags: Readonly<Partial<Record<Name, string | undefined>>>,
  names: readonly Name[],
): Readonly<Record<Name, string>> {
  const missing = names.filter((name) => flags[name] === undefined).map((name) => `--${name}`);
  if (missing.length === 0) return flags as Readonly<Record<Name, string>>;
  const last = missing.at(-1) ?? '';
  const list = missing.length === 1 ? last : `${missing.slice(0, -1).join(', ')} and ${last}`;
  throw new UsageError(`Give ${list}.`);
}

/** The flag with which a command prints JSON, and its line in the usage. */
export const JSON_FLAG = { json: { type: 'boolean', default: false } } as const;
export const JSON_USAGE = '  --json           print JSON';

export type CommandFlags<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ readonly options: Options }>
>['values'];

/** What follows every error of the caller. */
export const HELP_HINT = '--help lists the words and flags.';

/** An error of the caller: where the usage is follows the sentence. */
export class UsageError extends Error {}

/** Ends the program when its output is closed, as by `npm run events | head`: that is no error. */
export function endOnClosedPipe(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
}

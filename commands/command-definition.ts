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
}

export type CommandFlags<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ readonly options: Options }>
>['values'];

/** An error of the caller: the usage, or where to find it, follows the sentence. */
export class UsageError extends Error {}

/** Ends the program when its output is closed, as by `npm run events | head`: that is no error. */
export function endOnClosedPipe(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
}

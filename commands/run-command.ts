// Runs a command of the command line: reads its flags, prints its usage or the error as a sentence,
// and sets the exit code.
import { parseArgs } from 'node:util';
import type { ParseArgsOptionsConfig } from 'node:util';
import type { ProgressLine } from './progress-line.ts';
import { formatError } from './format-error.ts';

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

/** An error of the caller: the usage follows the sentence. */
export class UsageError extends Error {}

/** Runs the command, unless the flags are wrong or ask for help. */
export async function runCommand<const Options extends ParseArgsOptionsConfig = {}>(
  command: CommandDefinition<Options>,
  run: (flags: CommandFlags<Options>, words: string[]) => unknown,
): Promise<void> {
  endOnClosedPipe();
  try {
    const { values, positionals } = parseArgs({
      options: { ...command.options, help: { type: 'boolean' } },
      allowPositionals: command.takesWords ?? false,
    });
    const { help, ...flags } = values as { readonly help?: boolean };
    if (help) process.stdout.write(`${command.usage}\n`);
    else await run(flags as CommandFlags<Options>, positionals);
  } catch (error) {
    command.progress?.end();
    const usage = error instanceof UsageError ? `\n\n${command.usage}` : '';
    process.stderr.write(`${formatError(error)}${usage}\n`);
    process.exitCode = command.failureCode ?? 1;
  }
}

/** Ends the program when its output is closed, as by `npm run events | head`: that is no error. */
export function endOnClosedPipe(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
}

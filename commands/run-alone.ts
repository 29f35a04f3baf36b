// Runs the check of evidence, which auditors keep as one file: it reads its flags with Node alone, so that the file
// holds no package that could start processes.
import { parseArgs } from 'node:util';
import type { ParseArgsOptionsConfig } from 'node:util';
import { formatFlagFault } from './flag-fault.ts';
import { formatError } from './format-error.ts';
import { endOnClosedPipe, formatUsage, HELP_HINT, UsageError } from './command-definition.ts';
import type { CommandDefinition, CommandFlags } from './command-definition.ts';

/** As `runCommand`, for a command that needs nothing but Node. */
export async function runAlone<const Options extends ParseArgsOptionsConfig = {}>(
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
    if (help) process.stdout.write(formatUsage(command));
    else await run(flags as CommandFlags<Options>, positionals);
  } catch (error) {
    command.progress?.end();
    const fault = formatFlagFault(error, [...Object.keys(command.options ?? {}), 'help']);
    const isMisused = fault !== undefined || error instanceof UsageError;
    process.stderr.write(`${fault ?? formatError(error)}\n${isMisused ? `${HELP_HINT}\n` : ''}`);
    process.exitCode = command.failureCode ?? 1;
  }
}

// The command `countinghouse`: its commands, its exit codes and how it reports faults.
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { RefusalError, UnansweredError } from '../../client/client.ts';
import { formatError } from '../format-error.ts';
import { endOnClosedPipe, UsageError } from '../command-definition.ts';
import { buildSingleReader, reportAlike } from '../run-command.ts';
import { buildCompletionCommand } from './completion.ts';
import { buildLedgerCommands } from './ledger-commands.ts';
import { buildLocalCommands } from './local-commands.ts';
import { buildLoginCommands } from './login-commands.ts';
import { buildRequestCommands } from './request-commands.ts';
import { buildScheduleCommands } from './schedule-commands.ts';
import { buildWorkbenchCommands } from './workbench-commands.ts';

const EXIT_FAILED = 1;
const EXIT_MISUSED = 2;
const EXIT_UNANSWERED = 3;

const EXIT_CODES = `
Exit codes: 0 done; 1 refused or failed; 2 wrong words or flags; 3 no final answer, so that it may have been
carried out: repeat it with the same --key.`;

/** Runs the command with its words, and sets the exit code. */
export async function runProgram(words: readonly string[]): Promise<void> {
  endOnClosedPipe();
  try {
    await buildProgram().parseAsync(words, { from: 'user' });
  } catch (error) {
    process.exitCode = reportFault(error);
  }
}

function buildProgram(): Command {
  const program = new Command('countinghouse')
    .description('Works with a Countinghouse ledger: a stage on AWS, or a local stack.')
    .addHelpText('after', EXIT_CODES);
  const commands = [
    ...buildLoginCommands(),
    ...buildLedgerCommands(),
    ...buildRequestCommands(),
    ...buildWorkbenchCommands(),
    ...buildScheduleCommands(),
    ...buildLocalCommands(),
  ];
  for (const command of commands) program.addCommand(command);
  program.addCommand(buildCompletionCommand(program));
  prepare(program);
  return program;
}

// A fault is thrown, so that every one ends the program in the same way.
function prepare(command: Command): void {
  reportAlike(command);
  for (const option of command.options) {
    if (!option.isBoolean() && !option.parseArg) option.argParser(buildSingleReader());
  }
  for (const child of command.commands) prepare(child);
}

function reportFault(error: unknown): number {
  if (error instanceof InvalidArgumentError || error instanceof UsageError) {
    process.stderr.write(`${error.message}\n`);
    return EXIT_MISUSED;
  }
  // The library has already printed its own.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_MISUSED;
  process.stderr.write(`${formatError(error)}\n`);
  if (!isOutcomeUnknown(error)) {
    reportUnconfirmed(error);
    return EXIT_FAILED;
  }
  if (error.idempotencyKey !== undefined) {
    process.stderr.write(`Repeat it with --key ${error.idempotencyKey}.\n`);
  }
  return EXIT_UNANSWERED;
}

// An attempt that is still under way may succeed after its repetition was refused (docs/client.md).
function reportUnconfirmed(error: unknown): void {
  if (!(error instanceof RefusalError) || !error.isAfterUnconfirmed) return;
  process.stderr.write(
    'An earlier attempt was not confirmed. To be certain, repeat it in half a minute with ' +
      `--key ${error.idempotencyKey}.\n`,
  );
}

function isOutcomeUnknown(error: unknown): error is UnansweredError | RefusalError {
  if (error instanceof RefusalError) return error.isOutcomeUnknown;
  return error instanceof UnansweredError;
}

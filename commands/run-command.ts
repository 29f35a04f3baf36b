// Runs a command of the repository: reads its flags as `countinghouse` does, prints its usage or the error as a
// sentence, and sets the exit code.
import type { ParseArgsOptionsConfig } from 'node:util';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import {
  endOnClosedPipe,
  EXIT_MISUSED,
  formatUsage,
  HELP_HINT,
  UsageError,
} from './command-definition.ts';
import type { CommandDefinition, CommandFlags } from './command-definition.ts';
import { formatError } from './format-error.ts';

/** Runs the command, unless the flags are wrong or ask for help. */
export async function runCommand<const Options extends ParseArgsOptionsConfig = {}>(
  definition: CommandDefinition<Options>,
  run: (flags: CommandFlags<Options>, words: string[]) => unknown,
): Promise<void> {
  endOnClosedPipe();
  const options = Object.entries(definition.options ?? {}).map(toOption);
  const command = buildCommand(
    definition,
    options.map(({ option }) => option),
  );
  command.action(async (words: string[] | object) => {
    const flags = readFlags(command, options) as CommandFlags<Options>;
    await run(flags, Array.isArray(words) ? words : []);
  });
  try {
    await command.parseAsync(process.argv.slice(2), { from: 'user' });
  } catch (error) {
    definition.progress?.end();
    process.exitCode = toExitCode(error, definition.failureCode);
    // The library has already printed its own.
    if (error instanceof CommanderError) return;
    const hint = error instanceof UsageError ? `\n${HELP_HINT}` : '';
    process.stderr.write(`${formatError(error)}${hint}\n`);
  }
}

function toExitCode(error: unknown, failureCode = 1): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_MISUSED;
  return error instanceof UsageError ? EXIT_MISUSED : failureCode;
}

/** Lets every fault of the command end its program in the same way. */
export function reportAlike(command: Command): Command {
  return command.exitOverride().showHelpAfterError(HELP_HINT);
}

/** Refuses a word that is no command, with the one that was perhaps meant. */
export function refuseUnknownCommand(word: string, names: Iterable<string>): never {
  const program = reportAlike(new Command()).helpCommand(false);
  for (const name of names) program.command(name);
  program.parse([word], { from: 'user' });
  throw new UsageError(`There is no command ${word}.`);
}

function buildCommand(
  definition: CommandDefinition<ParseArgsOptionsConfig>,
  options: readonly Option[],
): Command {
  const command = reportAlike(new Command()).configureHelp({
    formatHelp: () => formatUsage(definition),
  });
  if (definition.takesWords === true) command.argument('[words...]');
  for (const option of options) command.addOption(option);
  return command;
}

interface NamedOption {
  readonly name: string;
  readonly option: Option;
}

type FlagForm = ParseArgsOptionsConfig[string];

function toOption([name, { type, multiple, default: value }]: [string, FlagForm]): NamedOption {
  const option = new Option(type === 'boolean' ? `--${name}` : `--${name} <value>`);
  if (multiple === true) option.argParser(collect);
  else if (type !== 'boolean') option.argParser(buildSingleReader());
  // Of a flag that says no, the library knows the opposite.
  if (value !== undefined && !option.negate) option.default(value);
  return { name, option };
}

function collect(value: string, earlier: readonly string[] = []): string[] {
  return [...earlier, requireValue(value)];
}

/** Reads the value of a flag that takes one. Of two of them, one would be ignored. */
export function buildSingleReader(): (value: string) => string {
  let isRead = false;
  return (value) => {
    if (isRead) throw new InvalidArgumentError('The flag is given twice.');
    isRead = true;
    return requireValue(value);
  };
}

// As of a variable that a script has not set.
function requireValue(value: string): string {
  if (value !== '') return value;
  throw new InvalidArgumentError('It is empty.');
}

/** The flags by their names, without those that are absent and have no default. */
function readFlags(command: Command, options: readonly NamedOption[]): Record<string, unknown> {
  const given = options.map(({ name, option }) => {
    const value: unknown = command.getOptionValue(option.attributeName());
    return [name, option.negate ? value !== true : value] as const;
  });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

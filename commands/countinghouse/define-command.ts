// A command with the flags that all commands have.
import { Command, InvalidArgumentError } from 'commander';
import type { SelectionFlags } from './connection.ts';

/** The flags of a list. */
export interface ListFlags extends SelectionFlags {
  readonly limit: number;
}

/** The flags of a command that changes something. */
export interface MutationFlags extends SelectionFlags {
  readonly key?: string;
}

/** Starts a command: its words, what it does, and the common flags. */
export function defineCommand(words: string, description: string): Command {
  const [name, ...parameters] = words.split(' ');
  const command = new Command(name);
  for (const parameter of parameters) command.argument(parameter);
  return command
    .description(description)
    .option('--profile <name>', 'a stage that `login` has made known')
    .option('--data <dir>', 'the data folder of a local stack (default: of the last started)')
    .option('--stack <file>', 'its stack.json, in another folder')
    .option('--as <username>', 'a demo operator of a local stack, without a login')
    .option('--json', 'print JSON');
}

/** Adds the flag of the Idempotency-Key to a command that changes something. */
export function defineMutation(words: string, description: string): Command {
  return defineCommand(words, description).option(
    '--key <key>',
    'the Idempotency-Key: repeat a command with the same one, and it happens once',
  );
}

/** Adds the limit of a list. */
export function defineList(words: string, description: string): Command {
  return defineCommand(words, description).option(
    '--limit <number>',
    'how many records at most',
    parseLimit,
    50,
  );
}

/** The header of a mutation. */
export function buildKeyHeader(key: string | undefined): { 'Idempotency-Key'?: string } {
  return key === undefined ? {} : { 'Idempotency-Key': key };
}

function parseLimit(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Give a whole number from 1.');
}

// The local stack that a command works on: the one of `npm start`, or that of another data folder.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isInUse, LOCK_NAME } from '../../local/start/data-folder.ts';
import { findLastStack } from '../last-stack.ts';
import type { StackFile } from './connect.ts';

const DATA_FOLDER = join(import.meta.dirname, '../../.local');

/** Select the stack. */
export const STACK_FLAGS = {
  data: { type: 'string' },
  stack: { type: 'string' },
} as const;

/** Their lines in the usage of a command. */
export const STACK_USAGE = `  --data DIR       the data folder of a local stack (default: .local, as of \`npm start\`, or that of the
                   stack that was started last)
  --stack FILE     its stack.json, in another folder`;

export interface StackFlags {
  readonly data?: string | undefined;
  readonly stack?: string | undefined;
}

/** What a stage on AWS may have under other names, which says nothing about a local stack. */
const STAGE_NAMES = ['ledger-table', 'receipts-table', 'projections-table', 'evidence-bucket'];

/** Throws unless the selected stack is running, and when the flags are meant for a stage. */
export function readRunningStack(flags: StackFlags): StackFile {
  const ofStage = STAGE_NAMES.find((name) => name in flags);
  if (ofStage !== undefined) {
    throw new Error(`--${ofStage} names something of a stage on AWS: give --stage too.`);
  }
  return readStackFile(findStackFile(flags));
}

/** The file that the flags name; without them that of `.local`, or of the stack that was started last. */
export function findStackFile({ data, stack }: StackFlags): string {
  if (stack !== undefined) return stack;
  if (data !== undefined) return join(data, 'stack.json');
  const usual = join(DATA_FOLDER, 'stack.json');
  return isRunning(usual) ? usual : (findLastStack(isRunning) ?? usual);
}

/** Whether the stack.json is of a stack that runs. */
export function isRunning(file: string): boolean {
  return existsSync(file) && !isLeftBehind(dirname(file));
}

// A runner that was killed leaves the file, and its addresses lead to nothing.
function isLeftBehind(folder: string): boolean {
  return existsSync(join(folder, LOCK_NAME)) && !isInUse(folder);
}

export function readStackFile(file: string): StackFile {
  if (!existsSync(file)) throw buildNotRunningError(`there is no ${file}`);
  if (isLeftBehind(dirname(file))) throw buildNotRunningError(`${file} is of one that was killed`);
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as StackFile;
  } catch (error) {
    throw new Error(`${file} is not the stack.json of a local stack.`, { cause: error });
  }
}

function buildNotRunningError(reason: string): Error {
  return new Error(
    `No stack is running: ${reason}. Start one with \`npm start\`, or select the data folder of ` +
      'a running one with --data.',
  );
}

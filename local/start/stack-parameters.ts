// The parameters of the stacks, which are kept from start to start as CloudFormation keeps them from deployment to
// deployment.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StackParameters } from '../cloudformation/deployment.ts';
import { replaceFile } from './replace-file.ts';

export const PARAMETERS_FILE = 'parameters.json';

/** Adds what is given, as STACK:NAME=VALUE, to what the data folder keeps, and keeps it there. */
export function keepParameters(dataFolder: string, given: readonly string[]): StackParameters {
  const file = join(dataFolder, PARAMETERS_FILE);
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as StackParameters) : {};
  if (given.length === 0) return kept;
  const all: Record<string, Record<string, string>> = {};
  for (const [stack, values] of Object.entries(kept)) all[stack] = { ...values };
  for (const text of given) {
    const { stack, name, value } = parseParameter(text);
    (all[stack] ??= {})[name] = value;
  }
  replaceFile(file, `${JSON.stringify(all, undefined, 2)}\n`);
  return all;
}

function parseParameter(text: string) {
  const [, stack, name, value] = /^([\w-]+):(\w+)=(.*)$/.exec(text) ?? [];
  if (stack !== undefined && name !== undefined && value !== undefined)
    return { stack, name, value };
  throw new Error(`--parameters takes STACK:NAME=VALUE, not "${text}".`);
}

// The parameters of the stacks, which are kept from start to start as CloudFormation keeps them from deployment to
// deployment.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StackParameters } from '../cloudformation/deployment.ts';
import { parseStored } from '../files/parse-stored.ts';
import { replaceFile } from './replace-file.ts';

export const PARAMETERS_FILE = 'parameters.json';

/** A parameter that the command line gives. */
export interface GivenParameter {
  readonly stack: string;
  readonly name: string;
  readonly value: string;
}

/** What the data folder keeps, with what is given in its place. */
export function readParameters(
  dataFolder: string,
  given: readonly GivenParameter[],
): StackParameters {
  const file = join(dataFolder, PARAMETERS_FILE);
  const kept = existsSync(file)
    ? parseStored<StackParameters>(file, readFileSync(file, 'utf8'))
    : {};
  const all: Record<string, Record<string, string>> = {};
  for (const [stack, values] of Object.entries(kept)) all[stack] = { ...values };
  for (const { stack, name, value } of given) (all[stack] ??= {})[name] = value;
  return all;
}

/** Keeps the parameters in the data folder, once the stacks have taken them: others would end every later start. */
export function keepParameters(dataFolder: string, parameters: StackParameters): void {
  const file = join(dataFolder, PARAMETERS_FILE);
  replaceFile(file, `${JSON.stringify(parameters, undefined, 2)}\n`);
}

/** Parses STACK:NAME=VALUE. */
export function parseParameter(text: string): GivenParameter {
  const [, stack, name, value] = /^([\w-]+):(\w+)=(.*)$/.exec(text) ?? [];
  if (stack !== undefined && name !== undefined && value !== undefined)
    return { stack, name, value };
  throw new Error(`--parameters takes STACK:NAME=VALUE, not "${text}".`);
}

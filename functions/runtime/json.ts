// JSON as the contract requires it. JSON.parse already rejects NaN and trailing text and keeps
// `__proto__` as plain data. This module also rejects what it accepts: repeated members (the last one
// would win silently), unbounded nesting, text that is not Unicode, and numbers that it would change.
import { hash } from 'node:crypto';
import { Refusal } from '../domain/refusals/refusals.ts';
import { formatCanonicalJson } from '../domain/values/canonical-json.ts';
import { findInexactNumbers } from '../domain/values/json-numbers.ts';
import { buildInvalidRequest, formatPointer } from './validate.ts';

/** How deep JSON that comes from outside may nest. */
export const DEPTH_MAX = 32;

/**
 * Parses JSON text. Refuses with invalid_json, and with invalid_request where a number cannot be held
 * exactly (ADR 072).
 */
export function parseJson(text: string): unknown {
  if (isDeeper(text, DEPTH_MAX)) throw buildInvalidJson(`nests deeper than ${DEPTH_MAX} levels`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw buildInvalidJson(`is not JSON: ${(error as Error).message.slice(0, 200)}`);
  }
  const repeated = findRepeatedMember(text);
  if (repeated !== undefined) throw buildInvalidJson(`repeats the member ${repeated.slice(0, 80)}`);
  if (hasLoneSurrogate(value))
    throw buildInvalidJson('holds text that is not Unicode (a lone surrogate)');
  const inexact = findInexactNumbers(text);
  if (inexact.length > 0) {
    throw buildInvalidRequest(
      inexact.map(
        ({ path }) =>
          `${formatPointer(path)} is a number that cannot be held exactly; write it as a string`,
      ),
    );
  }
  return value;
}

function buildInvalidJson(fault: string): Refusal {
  return new Refusal('invalid_json', `The body ${fault}.`);
}

// Matches strings, brackets and commas: all that determines depth and member names. An unclosed quote
// matches up to the end of the text, so that every text is read in one linear pass.
const TOKENS = /"(?:[^"\\]|\\.)*"?|[[\]{},]/gs;

/** Whether objects and lists nest deeper than so many levels. */
export function isDeeper(text: string, levels: number): boolean {
  // Most texts have fewer that open at all.
  if (text.split(/[[{]/, levels + 2).length <= levels + 1) return false;
  let depth = 0;
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    if (depth > levels) return true;
  }
  return false;
}

interface NestingLevel {
  readonly names: Set<string> | undefined;
  expectsName: boolean;
}

/** The name of a member that an object of the text has twice; undefined if none has. JSON.parse must accept the text. */
export function findRepeatedMember(text: string): string | undefined {
  const levels: NestingLevel[] = [];
  for (const [token] of text.matchAll(TOKENS)) {
    const level = levels.at(-1);
    if (token === '{') levels.push({ names: new Set(), expectsName: true });
    else if (token === '[') levels.push({ names: undefined, expectsName: false });
    else if (token === '}' || token === ']') levels.pop();
    else if (token === ',' && level) level.expectsName = level.names !== undefined;
    else if (level?.expectsName && level.names) {
      const name = JSON.parse(token) as string;
      if (level.names.has(name)) return name;
      level.names.add(name);
      level.expectsName = false;
    }
  }
  return undefined;
}

/** Whether a text in the value, or the name of a member, is not Unicode: no digest covers it. */
export function hasLoneSurrogate(value: unknown): boolean {
  if (typeof value === 'string') return !value.isWellFormed();
  if (Array.isArray(value)) return value.some(hasLoneSurrogate);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([name, part]) => !name.isWellFormed() || hasLoneSurrogate(part),
  );
}

/**
 * Computes SHA-256 over method, concrete path and canonical body (docs/contract.md, Idempotency), in
 * hex.
 */
export function computeFingerprint(method: string, path: string, body: unknown): string {
  return hash('sha256', `${method} ${path}\n${formatCanonicalJson(body)}`, 'hex');
}

// JSON that an operator types. It is sent as it was typed, so that the API judges what would change on the way:
// repeated names, and numbers that are too long to be exact.
import { findJsonFault } from './json-fault.ts';
import type { EditorPosition } from './check/text-position.ts';

export type JsonShape = 'object' | 'list';

export type JsonReading =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'wrong-shape'; readonly shape: JsonShape }
  | { readonly kind: 'no-json'; readonly position: EditorPosition };

/** Reads a JSON object or list. */
export function parseJsonText(text: string, shape: JsonShape): JsonReading {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { kind: 'no-json', position: locateOffset(text, findJsonFault(text) ?? text.length) };
  }
  const isFitting =
    shape === 'list' ? Array.isArray(value) : isObject(value) && !Array.isArray(value);
  return isFitting ? { kind: 'value', value } : { kind: 'wrong-shape', shape };
}

/** Formats a value for editing. */
export function formatJsonText(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** Writes the body of a request, with the named members as they were typed. */
export function formatBody(body: object, typed: Readonly<Record<string, string>>): string {
  const members = Object.entries(body)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${JSON.stringify(name)}:${typed[name] ?? JSON.stringify(value)}`);
  return `{${members.join(',')}}`;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** The line and column of an offset. */
export function locateOffset(text: string, offset: number): EditorPosition {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

// What the text formats of the log have in common. Each value has exactly one spelling, so that one
// statement never has two texts, of which only one was signed.
import { HASH_BYTES } from './merkle-tree.ts';
import type { Hash } from './merkle-tree.ts';

/** Text that is not of its format; the message says which line, and what is wrong. */
export class MalformedTextError extends Error {
  readonly line: number;
  readonly fault: string;

  constructor(line: number, fault: string) {
    super(`line ${line}: ${fault}`);
    this.name = 'MalformedTextError';
    this.line = line;
    this.fault = fault;
  }
}

/** Parses base64 of RFC 4648, section 4. Undefined for other text, also for another spelling of the bytes. */
export function parseBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
}

/** Parses a hash in base64. */
export function parseHash(text: string): Hash | undefined {
  const bytes = parseBase64(text);
  return bytes?.byteLength === HASH_BYTES ? bytes : undefined;
}

/** Parses a count or an index: decimal digits without leading zeros, up to 2^53 - 1. */
export function parseDecimal(text: string): number | undefined {
  const value = /^(?:0|[1-9]\d{0,15})$/.test(text) ? Number(text) : NaN;
  return Number.isSafeInteger(value) ? value : undefined;
}

/** Returns the value, or throws with the line and the fault. */
export function requireValue<Value>(value: Value | undefined, line: number, fault: string): Value {
  if (value === undefined) throw new MalformedTextError(line, fault);
  return value;
}

/** Shortens text for an error message. */
export function quote(text: string): string {
  const shown = text.length > 60 ? `${text.slice(0, 60)}…` : text;
  return JSON.stringify(shown);
}

// The text of a checkpoint, as C2SP tlog-checkpoint defines it: origin, size and root of a log. It is the
// text of a signed note (signed-note.ts).
import { HASH_BYTES } from './merkle-tree.ts';
import type { Hash } from './merkle-tree.ts';
import { MalformedTextError, parseDecimal, parseHash, quote, requireValue } from './strict-text.ts';
import { isKeyName } from './verifier-key.ts';

/** What a log states: how many leaves it has, and their root. */
export interface LogCheckpoint {
  /** Identifies the log: a URL without scheme. */
  readonly origin: string;
  readonly size: number;
  readonly root: Hash;
}

/** A checkpoint as another log may write it. */
export interface ParsedCheckpoint extends LogCheckpoint {
  /** Lines after the third, whose meaning is that log's own; ours has none. */
  readonly extensionLines: readonly string[];
}

/**
 * Formats the text that the log signs. Its origin is also the name of its key, so it is stricter than the
 * format, which only advises against white space and plus signs.
 */
export function formatCheckpoint({ origin, size, root }: LogCheckpoint): string {
  if (!isKeyName(origin)) throw new RangeError(`${quote(origin)} is not an origin.`);
  if (!Number.isSafeInteger(size) || size < 0) throw new RangeError(`${size} is not a size.`);
  if (root.byteLength !== HASH_BYTES) throw new RangeError('The root is not a SHA-256.');
  return `${origin}\n${size}\n${root.toString('base64')}\n`;
}

/** Parses the text of a checkpoint, without its signatures. Throws MalformedTextError. */
export function parseCheckpoint(text: string): ParsedCheckpoint {
  const lines = text.split('\n');
  if (lines.pop() !== '') throw new MalformedTextError(lines.length + 1, 'no line end');
  const empty = lines.indexOf('');
  if (empty >= 0) throw new MalformedTextError(empty + 1, 'empty');
  const [origin, size, root, ...extensionLines] = lines;
  return {
    origin: requireValue(origin, 1, 'no origin'),
    size: requireValue(
      parseDecimal(size ?? ''),
      2,
      `${quote(size ?? '')} is not a size: decimal digits without leading zeros, up to 2^53 - 1`,
    ),
    root: requireValue(
      parseHash(root ?? ''),
      3,
      `${quote(root ?? '')} is not the base64 of a SHA-256`,
    ),
    extensionLines,
  };
}

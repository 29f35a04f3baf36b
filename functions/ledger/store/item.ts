// What the records of every noun share.
import type { Key } from './keys.ts';

/** A record as the store keeps it: its key and its attributes. */
export type Item = Key & Record<string, unknown>;

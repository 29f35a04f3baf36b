// The type of all stored records.
import type { Key } from './keys.ts';

/** A record as the store holds it: its key and its attributes. */
export type Item = Key & Record<string, unknown>;

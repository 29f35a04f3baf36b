// The institution's own pairs of texts, as an operator types them, and what is wrong with them.
import { countCharacters } from '../../values/characters.ts';
import { metadataText } from './metadata-messages.ts';

export interface MetadataRow {
  readonly id: string;
  readonly key: string;
  readonly value: string;
}

export type Metadata = Readonly<Record<string, string>>;

/** By the id of the row, a point, and the name of the field. */
export type MetadataFaults = Readonly<Record<string, string>>;

export const EMPTY_METADATA_ROW = { key: '', value: '' };
export const METADATA_PAIRS_MAX = 50;
const KEY_CHARACTERS_MAX = 64;
const VALUE_CHARACTERS_MAX = 500;
const KEY = /^[^\p{Cc}\u2028\u2029]+$/u;

export function toMetadataRows(metadata: Metadata = {}): readonly MetadataRow[] {
  return Object.entries(metadata).map(([key, value], at) => ({ id: `pair-${at}`, key, value }));
}

/** Finds what keeps the rows from being sent. */
export function findMetadataFaults(rows: readonly MetadataRow[]): MetadataFaults {
  return Object.fromEntries(
    rows.flatMap(({ id, key, value }) => [
      ...(isKey(key) ? [] : [[`${id}.key`, metadataText('keyWrong')] as const]),
      ...(isTwice(id, key, rows) ? [[`${id}.key`, metadataText('keyTwice')] as const] : []),
      ...(countCharacters(value) > VALUE_CHARACTERS_MAX
        ? [[`${id}.value`, metadataText('valueLong')] as const]
        : []),
    ]),
  );
}

function isKey(key: string): boolean {
  return KEY.test(key.trim()) && countCharacters(key.trim()) <= KEY_CHARACTERS_MAX;
}

function isTwice(id: string, key: string, rows: readonly MetadataRow[]): boolean {
  return rows.some((other) => other.id !== id && other.key.trim() === key.trim());
}

/** Builds the metadata of rows without faults. */
export function buildMetadata(rows: readonly MetadataRow[]): Metadata {
  return Object.fromEntries(rows.map(({ key, value }) => [key.trim(), value]));
}

// The values of the flags of `npm run restore`.
import { STORED_TABLES } from '../../lib/constructs/storage/stored-tables.ts';
import type { StoredTableName } from '../../lib/constructs/storage/stored-tables.ts';
import { UsageError } from '../command-definition.ts';

/** Tables that were restored otherwise, by what they are in the stage. */
export type GivenTables = Readonly<Partial<Record<StoredTableName, string>>>;

/** DynamoDB restores to whole seconds. */
export function readInstant(text: string): Date {
  const instant = new Date(text);
  // A day that the month does not have would be one of the next.
  const isReal =
    !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text.slice(0, -1));
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text) && isReal) return instant;
  throw new UsageError(`--to takes an instant such as 2026-11-20T19:24:42Z, not "${text}".`);
}

export function readTableNames(text: string): StoredTableName[] {
  return text.split(',').filter(Boolean).map(readTableName);
}

export function readGivenTables(texts: readonly string[]): GivenTables {
  const entries = texts.map((text) => {
    const [, table, name] = /^(\w+)=([\w.-]{3,255})$/.exec(text) ?? [];
    if (table !== undefined && name !== undefined) return [readTableName(table), name] as const;
    throw new UsageError(`--restored takes TABLE=NAME, not "${text}".`);
  });
  const given = Object.fromEntries(entries);
  if (Object.keys(given).length === entries.length) return given;
  throw new UsageError('--restored names one table for each of those of the stage.');
}

function readTableName(text: string): StoredTableName {
  if (Object.hasOwn(STORED_TABLES, text)) return text as StoredTableName;
  throw new UsageError(`There is no table ${text}: ${Object.keys(STORED_TABLES).join(', ')}.`);
}

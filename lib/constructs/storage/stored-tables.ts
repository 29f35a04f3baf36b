// The tables of a stage, which restored ones can replace, and the names under which their stacks publish them.

/** A table: where it is defined, and the settings that a restore drops. */
export interface StoredTable {
  /** The last part of the name of the stack that defines it. */
  readonly stack: 'data' | 'projections' | 'identity';
  /** The start of its logical id. */
  readonly id: string;
  /** What its stream contains, if it has one. */
  readonly stream?: 'NEW_IMAGE';
  /** The attribute by which its items expire, if they do. */
  readonly expiry?: 'ttl';
}

export const STORED_TABLES = {
  ledger: { stack: 'data', id: 'Ledger' },
  receipts: { stack: 'data', id: 'Receipts', stream: 'NEW_IMAGE' },
  projections: { stack: 'projections', id: 'Projections' },
  webhooks: { stack: 'projections', id: 'Webhooks', stream: 'NEW_IMAGE', expiry: 'ttl' },
  identity: { stack: 'identity', id: 'Identity', expiry: 'ttl' },
} as const satisfies Record<string, StoredTable>;

export type StoredTableName = keyof typeof STORED_TABLES;

/** The parameters of Systems Manager that hold what is in use: the name of a table, or the ARN of its stream. */
export type TableParameter = StoredTableName | `${StoredTableName}-stream` | 'intents';

/** Builds the name of the Systems Manager parameter under which a stage publishes a table that is in use. */
export function buildTableParameterName(stage: string, parameter: TableParameter): string {
  return `/countinghouse/${stage}/tables/${parameter}`;
}

/** Builds the name of the parameter of its stack that puts another table in the place of the stack's own. */
export function buildReplacementParameter(
  table: StoredTableName,
  part: 'Table' | 'Stream',
): string {
  return `${STORED_TABLES[table].id}${part}InUse`;
}

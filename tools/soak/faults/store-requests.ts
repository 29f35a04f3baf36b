// The requests of DynamoDB, as far as faults depend on them.
import type { BatchedItems } from './partial-batches.ts';

export interface StoreInput extends Readonly<Record<string, unknown>> {
  readonly TransactItems?: readonly Record<
    string,
    { readonly TableName: string; readonly Item?: RequestItem; readonly Key?: RequestItem }
  >[];
  readonly RequestItems?: BatchedItems;
}
type RequestItem = Record<string, unknown>;

/** The keys of the items of a transaction. */
export function listKeys({ TransactItems: items = [] }: StoreInput): string[] {
  return items.flatMap((item) =>
    Object.values(item).map(({ TableName, Item: put, Key: key }) => {
      const { PK, SK } = (put ?? key ?? {}) as { PK?: unknown; SK?: unknown };
      return JSON.stringify([TableName, PK, SK]);
    }),
  );
}

/** The action and the table or index that a policy must grant, for each part. */
export function listActions(operation: string, body: StoreInput): string[] {
  const { TransactItems: items = [], RequestItems: requested, TableName: table } = body;
  const index = body['IndexName'] === undefined ? '' : `/${String(body['IndexName'])}`;
  if (operation === 'TransactWriteItems') {
    return items.flatMap((item) =>
      Object.entries(item).map(([kind, { TableName }]) => `${kind}Item ${TableName}`),
    );
  }
  const tables = requested ? Object.keys(requested) : [String(table)];
  return tables.map((name) => `${operation} ${name}${index}`);
}

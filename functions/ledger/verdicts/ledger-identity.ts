// Which ledger a run verifies. Another ledger may have tables of the same names: on another machine or account, or
// after its stage was deleted and deployed again.
import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import type { Store } from '../store/store.ts';

export interface LedgerDescription {
  /** The tables as they were created, and the bucket of the evidence logs. */
  readonly identity: string;
  /** The number of items in the larger of the scanned tables, as it was hours ago. */
  readonly items: number;
}

export async function describeLedger(
  store: Store,
  evidenceBucket?: string,
): Promise<LedgerDescription> {
  const { ledgerTable, receiptsTable, projectionsTable } = store;
  const tables = [];
  let items = 0;
  for (const name of [ledgerTable, receiptsTable, projectionsTable]) {
    if (name === undefined) continue;
    const { Table } = await store.documents.send(new DescribeTableCommand({ TableName: name }));
    const { TableArn, TableId, CreationDateTime, ItemCount = 0 } = Table ?? {};
    tables.push([name, TableArn, TableId, CreationDateTime?.getTime()]);
    if (name !== projectionsTable) items = Math.max(items, ItemCount);
  }
  return { identity: JSON.stringify([tables, evidenceBucket ?? null]), items };
}

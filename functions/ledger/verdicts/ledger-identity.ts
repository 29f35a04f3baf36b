// Which ledger a run verifies. Another ledger may have tables of the same names: on another machine or account, or
// after its stage was deleted and deployed again.
import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import type { Store } from '../store/store.ts';

/** The tables as they were created, and the bucket of the evidence logs. */
export async function identifyLedger(store: Store, evidenceBucket?: string): Promise<string> {
  const { ledgerTable, receiptsTable, projectionsTable } = store;
  const tables = [];
  for (const name of [ledgerTable, receiptsTable, projectionsTable]) {
    if (name === undefined) continue;
    const { Table } = await store.documents.send(new DescribeTableCommand({ TableName: name }));
    const { TableArn, TableId, CreationDateTime } = Table ?? {};
    tables.push([name, TableArn, TableId, CreationDateTime?.getTime()]);
  }
  return JSON.stringify([tables, evidenceBucket ?? null]);
}

// Deletes the records of tenants, so that thousands of histories fit into one engine: a scan for one tenant
// reads the records of all tenants.
import { BatchWriteCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Store } from '../../../../functions/ledger/store/store.ts';

const BATCH_MAX = 25;

export async function deleteTenant(
  { documents, ledgerTable, receiptsTable }: Store,
  tenants: readonly string[],
): Promise<void> {
  for (const table of [ledgerTable, receiptsTable]) {
    const keys = await listKeys(documents, table, tenants);
    for (let start = 0; start < keys.length; start += BATCH_MAX) {
      const requests = keys
        .slice(start, start + BATCH_MAX)
        .map((Key) => ({ DeleteRequest: { Key } }));
      await documents.send(new BatchWriteCommand({ RequestItems: { [table]: requests } }));
    }
  }
}

type TableKey = Record<'PK' | 'SK', string>;

async function listKeys(
  documents: DynamoDBDocumentClient,
  table: string,
  tenants: readonly string[],
) {
  const keys: TableKey[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const page = await documents.send(
      new ScanCommand({
        TableName: table,
        ProjectionExpression: 'PK, SK',
        ExclusiveStartKey: start,
        ConsistentRead: true,
      }),
    );
    keys.push(...((page.Items ?? []) as TableKey[]));
    start = page.LastEvaluatedKey;
  } while (start);
  return keys.filter(({ PK }) => tenants.some((tenant) => PK.startsWith(`T#${tenant}#`)));
}

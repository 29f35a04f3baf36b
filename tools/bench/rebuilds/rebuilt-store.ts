// An engine in memory with the receipts of a generated ledger, from which read models are rebuilt.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { openStore } from '../../../functions/ledger/store/store.ts';
import type { Store } from '../../../functions/ledger/store/store.ts';
import { createBareTable } from '../baselines/bare-table.ts';
import { writeItems } from '../load/seeded-journal.ts';
import { buildPairReceipts, buildPairRecords } from '../verification/generated-ledger.ts';
import { LEDGER_TABLE, RECEIPTS_TABLE } from '../verification/ledger-source.ts';

const PROJECTIONS_TABLE = 'projections';
const CONNECTION = {
  region: 'us-east-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
};

export function openRebuiltStore(endpoint: string): Store {
  const tables = { ledgerTable: LEDGER_TABLE, receiptsTable: RECEIPTS_TABLE, shards: 4 };
  const requestHandler = { requestTimeout: 60_000 };
  const store = openStore(tables, { ...CONNECTION, endpoint, requestHandler });
  return { ...store, projectionsTable: PROJECTIONS_TABLE };
}

/** Creates the tables, and fills them with the ledger of so many pairs of accounts. */
export async function fillReceipts(endpoint: string, pairs: number): Promise<void> {
  const dynamodb = new DynamoDBClient({ ...CONNECTION, endpoint });
  const tables = [LEDGER_TABLE, RECEIPTS_TABLE, PROJECTIONS_TABLE];
  for (const name of tables) await createBareTable(dynamodb, name);
  dynamodb.destroy();
  for (let pair = 0; pair < pairs; pair += 1) {
    const { others } = buildPairRecords(pair);
    await writeItems({ endpoint, table: LEDGER_TABLE }, others);
    await writeItems({ endpoint, table: RECEIPTS_TABLE }, await buildPairReceipts(pair));
  }
}

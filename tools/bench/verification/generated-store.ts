// Tables with the generated ledger, in an engine or answered by the source.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { openStore } from '../../../functions/ledger/store/store.ts';
import type { Store } from '../../../functions/ledger/store/store.ts';
import { createBareTable } from '../baselines/bare-table.ts';
import { writeItems } from '../load/seeded-journal.ts';
import { buildCounterRows, buildPairLines } from './generated-books.ts';
import { buildPairReceipts, buildPairRecords } from './generated-ledger.ts';
import { LEDGER_TABLE, PROJECTIONS_TABLE, RECEIPTS_TABLE } from './ledger-source.ts';

const CONNECTION = {
  region: 'us-east-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
};

export function openGeneratedStore(
  endpoint: string,
  limits: DynamoDBClientConfig = { requestHandler: { requestTimeout: 60_000 } },
): Store {
  const tables = {
    ledgerTable: LEDGER_TABLE,
    receiptsTable: RECEIPTS_TABLE,
    projectionsTable: PROJECTIONS_TABLE,
    shards: 4,
  };
  return openStore(tables, { ...limits, ...CONNECTION, endpoint });
}

/** Creates the tables in an engine, and fills them with the ledger of so many pairs of accounts. */
export async function fillEngine(endpoint: string, pairs: number): Promise<void> {
  const dynamodb = new DynamoDBClient({ ...CONNECTION, endpoint });
  const tables = [LEDGER_TABLE, RECEIPTS_TABLE, PROJECTIONS_TABLE];
  for (const name of tables) await createBareTable(dynamodb, name);
  dynamodb.destroy();
  for (let pair = 0; pair < pairs; pair += 1) {
    const { others, entries } = buildPairRecords(pair);
    const records = [...others, ...[...entries.values()].flat()];
    await writeItems({ endpoint, table: LEDGER_TABLE }, records);
    await writeItems({ endpoint, table: RECEIPTS_TABLE }, await buildPairReceipts(pair));
  }
}

/** Fills the table of projections with the general ledger of so many pairs. */
export async function fillBooks(endpoint: string, pairs: number): Promise<void> {
  const table = PROJECTIONS_TABLE;
  await writeItems({ endpoint, table }, buildCounterRows(pairs));
  for (let pair = 0; pair < pairs; pair += 1) {
    await writeItems({ endpoint, table }, buildPairLines(pair));
  }
}

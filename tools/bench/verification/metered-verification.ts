// What a verification reads of the store, which AWS charges for: counted on the engine, with a small ledger in it.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createBareTable } from '../baselines/bare-table.ts';
import { openStore } from '../../../functions/ledger/store/store.ts';
import { verifyLedger } from '../../../functions/verification/verify.ts';
import { sumConsumption } from '../../metering/consumption.ts';
import type { Consumption } from '../../metering/consumption.ts';
import { startMeteringProxy } from '../../metering/metering-proxy.ts';
import { startInMemoryEngine } from '../baselines/fresh-engine.ts';
import { writeItems } from '../load/seeded-journal.ts';
import type { BenchContext } from '../report/measurement.ts';
import { buildPairReceipts, buildPairRecords, ENTRIES_PER_PAIR } from './generated-ledger.ts';
import { LEDGER_TABLE, RECEIPTS_TABLE } from './ledger-source.ts';

const PAIRS = 4;
const CONNECTION = {
  region: 'us-east-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
};

export interface MeteredVerification extends Consumption {
  readonly accountEntries: number;
}

/** Writes a small ledger into an engine, and counts what its verification reads. */
export async function meterVerification(bench: BenchContext): Promise<MeteredVerification> {
  const engine = await startInMemoryEngine(bench);
  const proxy = await startMeteringProxy(engine.endpoint);
  try {
    await createTables(engine.endpoint);
    await writePairs(engine.endpoint);
    const store = openStore(
      { ledgerTable: LEDGER_TABLE, receiptsTable: RECEIPTS_TABLE, shards: 4 },
      { ...CONNECTION, endpoint: proxy.endpoint, requestHandler: { requestTimeout: 60_000 } },
    );
    try {
      const { isSound, checked } = await verifyLedger({ store });
      const accountEntries = checked['account_entries'] ?? 0;
      if (!isSound || accountEntries !== PAIRS * ENTRIES_PER_PAIR) {
        throw new Error('The ledger in the engine is not sound.');
      }
      return { ...sumConsumption(proxy.take()), accountEntries };
    } finally {
      store.documents.destroy();
    }
  } finally {
    await proxy.stop();
    await engine.stop();
  }
}

async function createTables(endpoint: string): Promise<void> {
  const dynamodb = new DynamoDBClient({ ...CONNECTION, endpoint });
  for (const name of [LEDGER_TABLE, RECEIPTS_TABLE]) await createBareTable(dynamodb, name);
  dynamodb.destroy();
}

async function writePairs(endpoint: string): Promise<void> {
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const { others, entries } = buildPairRecords(pair);
    const records = [...others, ...[...entries.values()].flat()];
    await writeItems({ endpoint, table: LEDGER_TABLE }, records);
    await writeItems({ endpoint, table: RECEIPTS_TABLE }, await buildPairReceipts(pair));
  }
}

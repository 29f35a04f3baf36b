// A tenant with a long history: its general ledger, its chart of accounts, and one long statement.
import { randomUUID } from 'node:crypto';
import { countItemBytes } from '../../metering/item-bytes.ts';
import { buildAccountBody, buildCreditBody } from '../../samples/request-bodies.ts';
import type { RunningProduct } from '../load/running-product.ts';
import { writeItems } from '../load/seeded-journal.ts';
import { buildLedgerItems, FILLED_CODES, generateEntries } from './filled-general-ledger.ts';

const TENANT = 'aurora';
const STATEMENT_BATCHES = 40;
const ENTRIES_PER_BATCH = 25;

/** The number of entries of the long statement. */
export const STATEMENT_ENTRIES = STATEMENT_BATCHES * ENTRIES_PER_BATCH;

/** What all counters and lines are, to compare with. */
export interface FillSize {
  readonly items: number;
  readonly bytes: number;
}

/** Writes the counters and lines of that many entries. */
export async function fillLedger({ stack }: RunningProduct, entries: number): Promise<FillSize> {
  const { endpoint, projections_table: table } = stack.ledger;
  const size = { items: 0, bytes: 0 };
  const count = function* () {
    for (const item of buildLedgerItems(
      { tenant: TENANT, generation: 1 },
      generateEntries(entries),
    )) {
      size.items += 1;
      size.bytes += countItemBytes(item);
      yield item;
    }
  };
  await writeItems({ endpoint, table }, count());
  return size;
}

/** Gives every code of the filled ledger a name. */
export async function fillChart(product: RunningProduct): Promise<void> {
  for (const code of FILLED_CODES) {
    await product.requireSuccess({
      method: 'PUT',
      path: `/api/general-ledger/accounts/${code}`,
      permission: 'configuration.write',
      body: { name: `Account ${code}`, type: 'ASSET' },
      key: randomUUID(),
    });
  }
}

/** Posts entries on one account; returns its id. */
export async function fillStatement(product: RunningProduct): Promise<string> {
  const post = async (path: string, body: unknown) =>
    JSON.parse(
      await product.requireSuccess({
        method: 'POST',
        path,
        permission: 'finance.write',
        body,
        key: randomUUID(),
      }),
    ) as { id: string };
  const { id } = await post('/api/accounts', buildAccountBody());
  const entries = Array.from({ length: ENTRIES_PER_BATCH }, () => buildCreditBody(id, '1.00'));
  for (let batch = 0; batch < STATEMENT_BATCHES; batch += 1) {
    await post('/api/journal-entries/batch', { entries });
  }
  return id;
}

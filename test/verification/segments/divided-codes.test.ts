// An account code with many lines is read in parts of some days each, which segments and stretches of a run share.
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Item } from '../../../functions/ledger/store/item.ts';
import type { Store } from '../../../functions/ledger/store/store.ts';
import {
  divideCodes,
  listDayRanges,
} from '../../../functions/verification/general-ledger/divisions.ts';
import { readServedGeneration } from '../../../functions/verification/general-ledger/scan.ts';
import type { CheckpointStore } from '../../../functions/verification/segments/run-plan.ts';
import type { VerificationVerdict } from '../../../functions/verification/verify.ts';
import { buildMemoryCheckpoints, verifySegments } from '../../support/invariants/segments.ts';
import { openStore, verifyTables } from '../../support/invariants/verification.ts';
import { projectReceipts } from '../../support/projections/projections.ts';
import { credit, openAccount, startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import { readAllItems } from '../../support/stack/tables.ts';

const DAYS = ['2025-12-31', '2026-01-01', '2026-10-31', '2026-11-01', '2026-11-22'];
const CODE = 'CUSTOMER_DEPOSITS';

let ledger: TestLedger;
let store: Store;
let tenant: string;
let account: string;
let made = 0;
beforeAll(async () => {
  ledger = await startLedger();
  store = openStore(ledger.tables);
});
beforeEach(async () => {
  made += 1;
  tenant = `tenant-${made}`;
  account = await openAccount(ledger, { tenant });
  await postEverywhere();
});
afterAll(async () => {
  store.documents.destroy();
  await ledger.stop();
});

async function post(day: string): Promise<void> {
  const body = { ...credit(account, '5.00'), effective_date: day };
  await ledger.call('postJournalEntry', { tenant, body });
}

async function postEverywhere(): Promise<void> {
  for (const day of DAYS) await post(day);
  await projectReceipts(ledger, tenant);
}

const verifyParts = (checkpoints = buildMemoryCheckpoints()): Promise<VerificationVerdict> =>
  verifySegments({ store, tenant, partLines: 1n }, { segments: 3, records: 1, checkpoints });

async function findLine(day: string): Promise<Item> {
  const items = await readAllItems(ledger.tables.projections);
  const found = items.find(
    ({ PK, SK }) => PK.startsWith(`T#${tenant}#`) && PK.endsWith(CODE) && SK.includes(`#${day}#`),
  );
  if (!found) throw new Error(`no line on ${day}`);
  return found;
}

const removeLine = ({ PK, SK }: Item) =>
  store.documents.send(
    new DeleteCommand({ TableName: ledger.tables.projections, Key: { PK, SK } }),
  );

test('the days of a code are divided by their lines', async () => {
  await post('2026-01-01');
  await projectReceipts(ledger, tenant);
  const generation = await readServedGeneration(store);
  const recount = { store, ledger: { tenant, generation }, report: () => undefined };

  const [byTwo, ...others] = await divideCodes(recount, 2n);

  expect(others).toHaveLength(1);
  expect(byTwo?.firstDays).toEqual(['2026-01-01', '2026-10-31', '2026-11-22']);
  expect(listDayRanges(byTwo?.firstDays)).toEqual([
    { from: '', before: '2026-01-01' },
    { from: '2026-01-01', before: '2026-10-31' },
    { from: '2026-10-31', before: '2026-11-22' },
    { from: '2026-11-22' },
  ]);
  expect(await divideCodes(recount, 6n)).toEqual([]);
});

test('a run in parts that stops after each of them continues there', async () => {
  const memory = buildMemoryCheckpoints();
  let kills = 0;
  const killed: CheckpointStore = {
    ...memory,
    write: async (name, bytes) => {
      await memory.write(name, bytes);
      throw new Error('killed');
    },
  };
  const resume = async (): Promise<VerificationVerdict> => {
    try {
      return await verifyParts(killed);
    } catch (error) {
      expect(String(error)).toBe('Error: killed');
      kills += 1;
      return resume();
    }
  };

  const verdict = await resume();

  expect(verdict).toMatchObject({ isSound: true, differences: [] });
  expect(kills).toBeGreaterThan(2 * DAYS.length);
});

test.each(DAYS)('a missing line of %s is found as in a run without parts', async (day) => {
  await removeLine(await findLine(day));
  const { differences } = await verifyTables(ledger.tables, { tenant });

  expect((await verifyParts()).differences).toEqual(differences);
  const ids = differences.map(({ id }) => id);
  expect(ids).toContain(`${CODE} EUR ${day}`);
  expect(ids).toContain(`${CODE} EUR ${day.slice(0, 4)}`);
});

test.each(['2024-02-29', '2026-06-15', '2027-01-01'])(
  'a line of %s, a day without a counter, is found as in a run without parts',
  async (day) => {
    const line = await findLine('2026-01-01');
    const moved = { ...line, SK: line.SK.replace('2026-01-01', day) };
    await store.documents.send(
      new PutCommand({ TableName: ledger.tables.projections, Item: moved }),
    );
    const { differences } = await verifyTables(ledger.tables, { tenant });

    expect((await verifyParts()).differences).toEqual(differences);
    expect(differences.length).toBeGreaterThan(0);
  },
);

test('what is posted while the parts are read makes no difference', async () => {
  const memory = buildMemoryCheckpoints();
  let plans = 0;
  const busy: CheckpointStore = {
    ...memory,
    write: async (name, bytes) => {
      await memory.write(name, bytes);
      if (name !== 'plan') return;
      plans += 1;
      // The second round reads the parts: no row of counters that the plan has knows of these entries.
      if (plans === 2) await postEverywhere();
    },
  };

  const verdict = await verifyParts(busy);

  expect(verdict).toMatchObject({ isSound: true, differences: [] });
  expect(plans).toBe(2);
});

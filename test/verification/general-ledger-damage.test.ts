// Every kind of damage to the general ledger is reported at the damaged record and nowhere else.
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Item } from '../../functions/ledger/store/item.ts';
import type { VerificationVerdict } from '../../functions/verification/verify.ts';
import { buildEntryBody } from '../../tools/samples/request-bodies.ts';
import {
  consumeRecords,
  projectReceipts,
  readReceipts,
  toStreamRecords,
} from '../support/projections/projections.ts';
import { verifySegments } from '../support/invariants/segments.ts';
import { openStore, verifyTables } from '../support/invariants/verification.ts';
import { credit, openAccount, startLedger } from '../support/stack/ledger.ts';
import type { TestLedger } from '../support/stack/ledger.ts';
import { openDirectClient, readAllItems } from '../support/stack/tables.ts';

const DATE = '2026-11-22';
const engine = openDirectClient();
let ledger: TestLedger;
let tenant: string;
let account: string;
let entry: string;
let made = 0;
beforeAll(async () => {
  ledger = await startLedger();
});
beforeEach(async () => {
  made += 1;
  tenant = `tenant-${made}`;
  account = await openAccount(ledger, { tenant });
  entry = await post('5.00');
  await post('7.00');
  await projectReceipts(ledger, tenant);
});
afterAll(async () => {
  engine.destroy();
  await ledger.stop();
});

async function post(amount: string, date = DATE): Promise<string> {
  const body = { ...credit(account, amount), effective_date: date };
  return (await ledger.call('postJournalEntry', { tenant, body })).body.id;
}

async function listOwn(): Promise<Item[]> {
  const items = await readAllItems(ledger.tables.projections);
  return items.filter(({ PK }) => PK.startsWith(`T#${tenant}#PRJ#general_ledger#`));
}

const findItem = async (end: string): Promise<Item> => {
  const found = (await listOwn()).find(({ PK, SK }) => `${PK} ${SK}`.includes(end));
  if (!found) throw new Error(`no record ${end}`);
  return found;
};

const put = (Item: Item) =>
  engine.send(new PutCommand({ TableName: ledger.tables.projections, Item }));

const remove = ({ PK, SK }: Item) =>
  engine.send(new DeleteCommand({ TableName: ledger.tables.projections, Key: { PK, SK } }));

/** Replaces a text in the state of the record. */
async function change(item: Item, before: string, after: string): Promise<void> {
  const text = inflateRawSync(item['state'] as Uint8Array).toString();
  expect(text).toContain(before);
  await put({ ...item, state: deflateRawSync(text.replace(before, after)) });
}

async function findDifferences(): Promise<unknown[]> {
  const verdict = await verifyTables(ledger.tables, { tenant });
  expect(verdict.isFinished).toBe(true);
  await expectSameInParts(verdict);
  for (const { kind, place } of verdict.differences) {
    expect(kind).toBe('general_ledger');
    expect(place.PK).toContain(`T#${tenant}#PRJ#general_ledger`);
  }
  return verdict.differences.map(({ check, id, field, stored, derived }) => {
    return [check, id, field, stored, derived];
  });
}

/** Every day of an account code is a part of its own, which any segment may read. */
async function expectSameInParts({ differences }: VerificationVerdict): Promise<void> {
  const store = openStore(ledger.tables);
  const verification = { store, tenant, partLines: 1n };
  const verdict = await verifySegments(verification, { segments: 2, records: 1 });
  store.documents.destroy();
  expect(verdict.differences).toEqual(differences);
}

const flaw = (...row: readonly unknown[]) => ['general-ledger', ...row];

test('a sound general ledger has no difference, and one that is late has none either', async () => {
  expect(await findDifferences()).toEqual([]);
  await post('9.00');
  expect(await findDifferences()).toEqual([]);
});

test.each([
  ['T#1000#EUR', '2026'],
  ['Y#2026#1000#EUR', '2026-11'],
  ['M#2026-11#1000#EUR', DATE],
])('a changed counter of %s', async (name, period) => {
  await change(await findItem(` ${name}`), '"1200"', '"1300"');

  const id = `1000 EUR ${period}`;
  expect(await findDifferences()).toEqual([flaw(id, 'debits', '13.00', '12.00')]);
});

test.each([
  ['Y#2026#CUSTOMER_DEPOSITS#EUR', '2026-11'],
  ['M#2026-11#CUSTOMER_DEPOSITS#EUR', DATE],
])('a deleted row %s', async (name, period) => {
  await remove(await findItem(` ${name}`));

  expect(await findDifferences()).toEqual([
    flaw(`CUSTOMER_DEPOSITS EUR ${period}`, 'credits', '0.00', '12.00'),
    flaw(`CUSTOMER_DEPOSITS EUR ${period}`, 'lines', '0', '2'),
  ]);
});

test('a row without its row of years', async () => {
  const item = await findItem(' M#2026-11#1000#EUR');
  await put({ ...item, SK: 'M#1999-11#1000#EUR' });

  const fields = (await findDifferences()).map((one) => (one as unknown[])[2]);
  expect(fields.toSorted()).toEqual(['debits', 'lines']);
});

test('a changed line differs from its journal entry, and from its counters', async () => {
  await change(await findItem(`${entry}#0001`), '"500"', '"600"');

  const found = await findDifferences();
  expect(found).toContainEqual(flaw(`${entry}#1`, 'amount', '6.00', '5.00'));
  expect(found).toContainEqual(flaw(`1000 EUR ${DATE}`, 'debits', '12.00', '13.00'));
  expect(found).toHaveLength(4);
});

test('a missing line', async () => {
  await remove(await findItem(`${entry}#0002`));

  const found = await findDifferences();
  expect(found).toContainEqual(
    flaw(`${entry}#2`, 'line', 'nothing', 'CREDIT 5.00 on CUSTOMER_DEPOSITS'),
  );
});

test('a line without a journal entry', async () => {
  const item = await findItem(`${entry}#0001`);
  await put({ ...item, SK: item.SK.replace('#0001', '#0009') });
  await change({ ...item, SK: item.SK.replace('#0001', '#0009') }, '"position":1', '"position":9');

  const found = await findDifferences();
  expect(found).toContainEqual(flaw(`${entry}#9`, 'line', 'DEBIT 5.00 on 1000', 'nothing'));
});

test('a line that is stored twice', async () => {
  const item = await findItem(`${entry}#0001`);
  await put({ ...item, SK: item.SK.replace('#0001', '#0009') });

  const found = await findDifferences();
  expect(found).toContainEqual(flaw(`${entry}#1`, 'line', 'DEBIT 5.00 on 1000', 'nothing'));
});

test('a record that cannot be read', async () => {
  await put({ ...(await findItem(' T#CUSTOMER_DEPOSITS#EUR')), state: Buffer.from('damaged') });

  expect(await findDifferences()).toContainEqual(
    flaw('T#CUSTOMER_DEPOSITS#EUR', 'record', expect.any(String), expect.any(String)),
  );
});

test('entries that were posted before the projection existed', async () => {
  for (const item of await listOwn()) await remove(item);

  expect(await findDifferences()).toHaveLength(4);
  await consumeRecords(toStreamRecords(await readReceipts(ledger, tenant)));
  expect(await findDifferences()).toEqual([]);
});

test('what was found when the time runs out is reported', async () => {
  await change(await findItem(' T#1000#EUR'), '"1200"', '"1300"');
  let calls = 0;
  const whole = await verifyTables(ledger.tables, {
    tenant,
    isOver: () => (calls += 1) === Infinity,
  });
  let left = calls;
  const stopped = await verifyTables(ledger.tables, { tenant, isOver: () => (left -= 1) <= 0 });

  expect(stopped.isFinished).toBe(false);
  expect(stopped.differences.map(({ id }) => id)).toEqual(['1000 EUR 2026']);
  expect(stopped.differences).toEqual(whole.differences);
});

test('account codes that segments recount separately', async () => {
  await change(await findItem(' T#1000#EUR'), '"1200"', '"1300"');
  const store = openStore(ledger.tables);

  const verdict = await verifySegments({ store, tenant }, { segments: 3, records: 1 });

  store.documents.destroy();
  expect(verdict.differences.map(({ id }) => id)).toEqual(['1000 EUR 2026']);
});

const DEPOSITS = 'CUSTOMER_DEPOSITS';

/** Posts 9.00 beside lines that leave out the control account. */
async function postLoose(): Promise<string> {
  const { account_postings } = credit(account, '9.00');
  const { ledger_lines } = buildEntryBody('9.00', ['1000', '2000'], []);
  const body = { ledger_lines, account_postings, effective_date: DATE };
  const { id } = (await ledger.call('postJournalEntry', { tenant, body })).body;
  await projectReceipts(ledger, tenant);
  return id;
}

test.each([
  [`T#${DEPOSITS}#EUR`, '2026'],
  [`Y#2026#${DEPOSITS}#EUR`, '2026-11'],
  [`M#2026-11#${DEPOSITS}#EUR`, DATE],
])('a changed difference in the counter of %s', async (name, period) => {
  await postLoose();
  expect(await findDifferences()).toEqual([]);
  await change(await findItem(` ${name}`), '"900","1"', '"800","2"');

  const id = `${DEPOSITS} EUR ${period}`;
  expect(await findDifferences()).toEqual([
    flaw(id, 'difference', '8.00', '9.00'),
    flaw(id, 'differing', '2', '1'),
  ]);
});

test('a changed, and a missing, difference', async () => {
  const loose = await postLoose();
  const item = await findItem(`D#EUR#${DATE}#${loose}`);
  await change(item, '"expected":"900"', '"expected":"600"');

  const id = `${loose} ${DEPOSITS}`;
  const changed = await findDifferences();
  expect(changed).toContainEqual(flaw(id, 'expected', '6.00', '9.00'));
  const day = `${DEPOSITS} EUR ${DATE}`;
  expect(changed).toContainEqual(flaw(day, 'difference', '9.00', '6.00'));
  expect(changed).toHaveLength(4);

  await remove(item);
  const text = `expected 9.00, found 0.00 on ${DEPOSITS}`;
  expect(await findDifferences()).toContainEqual(flaw(id, 'control_difference', 'nothing', text));
});

test('a difference without a journal entry', async () => {
  const loose = await postLoose();
  const item = await findItem(`D#EUR#${DATE}#${loose}`);
  const copy = { ...item, SK: `D#EUR#${DATE}#${entry}` };
  await put(copy);
  await change(copy, loose, entry);

  const text = `expected 9.00, found 0.00 on ${DEPOSITS}`;
  expect(await findDifferences()).toContainEqual(
    flaw(`${entry} ${DEPOSITS}`, 'control_difference', text, 'nothing'),
  );
});

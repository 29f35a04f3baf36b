// Tries every row of the table of record kinds on a tenant that has called every operation: its records
// exist, have keys of the documented form, and the verification finds damage to them.
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { RECORD_KINDS } from '../../functions/ledger/record-kinds.ts';
import type { RecordKind } from '../../functions/ledger/record-kinds.ts';
import { formatKey } from '../../functions/ledger/store/keys.ts';
import type { Item } from '../../functions/ledger/store/item.ts';
import { operations } from '../../functions/operations/operations.ts';
import type { OperationName } from '../../functions/operations/operations.ts';
import { uncheckedKinds } from '../../functions/verification/checks/form.ts';
import type { Difference } from '../../functions/verification/difference.ts';
import { runExportTasks, startExports } from '../support/fixtures/exports.ts';
import type { TestExports } from '../support/fixtures/exports.ts';
import { verifyTables } from '../support/invariants/verification.ts';
import { projectReceipts } from '../support/projections/projections.ts';
import { createScenarioRecords } from '../support/scenarios/scenario-records.ts';
import { scenarios } from '../support/scenarios/scenarios.ts';
import { openDirectClient, readAllItems } from '../support/stack/tables.ts';

const TENANT = 'acme';
// The control records of the projections belong to no tenant.
const kinds = (Object.keys(RECORD_KINDS) as RecordKind[]).filter((kind) => kind !== 'PRC');
const verifiedKinds = kinds.filter((kind) => RECORD_KINDS[kind].table !== 'projections');
const comparedKinds = verifiedKinds.filter((kind) => !(kind in uncheckedKinds));
const loneKinds = verifiedKinds.filter((kind) => kind in uncheckedKinds);

const engine = openDirectClient();
let ledger: TestExports;
let items: Map<string, Item[]>;
beforeAll(async () => {
  ledger = await startExports();
  const records = await createScenarioRecords(ledger);
  for (const name of Object.keys(operations) as OperationName[]) {
    for (const options of scenarios[name](records)) await ledger.call(name, options);
  }
  await runExportTasks(TENANT, records.batch);
  await projectReceipts(ledger, TENANT);
  const all = await Promise.all(Object.values(ledger.tables).map((table) => readAllItems(table)));
  items = Map.groupBy(all.flat() as Item[], ({ PK }) => PK.split('#')[2] ?? '');
});
afterAll(async () => {
  engine.destroy();
  await ledger.stop();
});

function listItems(kind: RecordKind): readonly Item[] {
  const found = items.get(kind) ?? [];
  if (found.length > 0) return found;
  throw new Error(`no way in test/support/scenarios leaves a record of kind ${kind}`);
}

async function findDifferences(): Promise<readonly Difference[]> {
  const { differences, isFinished } = await verifyTables(ledger.tables, { tenant: TENANT });
  expect(isFinished).toBe(true);
  return differences;
}

interface LocatedItem {
  readonly table: 'ledger' | 'receipts';
  readonly item: Item;
}

function locateItems(kind: RecordKind): LocatedItem[] {
  const table = RECORD_KINDS[kind].table === 'receipts' ? 'receipts' : 'ledger';
  return listItems(kind).map((item) => ({ table, item }));
}

async function putItem({ table, item }: LocatedItem): Promise<void> {
  await engine.send(new PutCommand({ TableName: ledger.tables[table], Item: item }));
}

async function deleteItem({ table, item: { PK, SK } }: LocatedItem): Promise<void> {
  await engine.send(new DeleteCommand({ TableName: ledger.tables[table], Key: { PK, SK } }));
}

async function stripItem({ table, item: { PK, SK } }: LocatedItem): Promise<void> {
  await putItem({ table, item: { PK, SK } });
}

/** The differences while the items are damaged; restores the items. */
async function findDamage(
  damaged: readonly LocatedItem[],
  damage: (stored: LocatedItem) => Promise<void>,
): Promise<readonly Difference[]> {
  await Promise.all(damaged.map(damage));
  try {
    return await findDifferences();
  } finally {
    await Promise.all(damaged.map(putItem));
  }
}

const WORDS: Readonly<Record<string, string>> = {
  text: '.+',
  number: '\\d+',
  shard: '[0-9a-f]{2}',
  time: '\\d{4}-\\d{2}-\\d{2}T[\\d:.]+Z',
};

/** The form of the keys of a kind as a pattern: `{jrn|txn} | R`. */
function buildKeyPattern(kind: RecordKind): RegExp {
  const { key } = RECORD_KINDS[kind];
  const [partition = '', sort = ''] = key
    .replace(/\{(.+?)\}/g, (_, choices: string) => `(${choices.replaceAll('|', '¦')})`)
    .replace(/[a-z]+/g, (word) => WORDS[word] ?? `${word}_[0-9a-f-]{36}`)
    .split('|')
    .map((part) => part.trim().replaceAll('¦', '|'));
  return new RegExp(`^T#[^#]+#${kind}${partition && `#${partition}`} ${sort}$`);
}

test('the verification finds no difference in sound records of all kinds', async () => {
  expect(await findDifferences()).toEqual([]);
  expect([...items.keys()].toSorted()).toEqual(kinds.toSorted());
});

test.each(kinds)('the keys of %s have the form in the table', (kind) => {
  const found = listItems(kind).map(formatKey);

  expect(found.filter((key) => !buildKeyPattern(kind).test(key))).toEqual([]);
});

test.each(comparedKinds)('a record of %s that lost its attributes is reported', async (kind) => {
  expect(await findDamage(locateItems(kind).slice(0, 1), stripItem)).not.toEqual([]);
});

test.each(comparedKinds)('missing records of %s are reported', async (kind) => {
  expect(await findDamage(locateItems(kind), deleteItem)).not.toEqual([]);
});

test('a record that no other determines is reported if it cannot be read', async () => {
  const damaged = loneKinds.flatMap((kind) => locateItems(kind).slice(0, 1));
  const differences = await findDamage(damaged, stripItem);

  expect(differences.map(({ check, place }) => `${check} ${formatKey(place)}`).toSorted()).toEqual(
    damaged.map(({ item }) => `form ${formatKey(item)}`).toSorted(),
  );
});

test('no check needs the records that are said to be compared with no others', async () => {
  expect(await findDamage(loneKinds.flatMap(locateItems), deleteItem)).toEqual([]);
});

test('an item whose key names no kind that its table holds is reported', async () => {
  const unknown: LocatedItem[] = [
    { table: 'ledger', item: { PK: `T#${TENANT}#XYZ#1`, SK: 'X' } },
    { table: 'ledger', item: { PK: `T#${TENANT}#toString`, SK: 'X' } },
    { table: 'ledger', item: { PK: `T#${TENANT}#RCP#key`, SK: 'R' } },
    { table: 'receipts', item: { PK: `T#${TENANT}#PRS`, SK: 'S' } },
  ];
  await Promise.all(unknown.map(putItem));
  const differences = await findDifferences();
  await Promise.all(unknown.map(deleteItem));

  const key = { check: 'form', tenant: TENANT, kind: 'unknown', field: 'key' };
  const expected = unknown.map(({ item: { PK, SK } }) => {
    return { ...key, id: SK, stored: PK, derived: expect.any(String), place: { PK, SK } };
  });
  expect(differences).toHaveLength(unknown.length);
  expect(differences).toEqual(expect.arrayContaining(expected));
});

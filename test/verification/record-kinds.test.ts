// Tries every row of the table of record kinds on a tenant with records of every kind: they have keys of
// the documented form, and whatever is changed in one of them is reported.
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { RECORD_KINDS } from '../../functions/ledger/record-kinds.ts';
import type { RecordKind } from '../../functions/ledger/record-kinds.ts';
import { formatKey } from '../../functions/ledger/store/keys.ts';
import type { Item } from '../../functions/ledger/store/item.ts';
import type { Difference } from '../../functions/verification/difference.ts';
import { writeTenantVerdicts } from '../../functions/ledger/verdicts/verdicts.ts';
import { verifyLedger } from '../../functions/verification/verify.ts';
import { buildWebhookBody } from '../../tools/samples/webhooks/webhooks.ts';
import { startExports } from '../support/fixtures/batches/exports.ts';
import type { TestExports } from '../support/fixtures/batches/exports.ts';
import { buildKeyPattern } from '../support/invariants/key-patterns.ts';
import { fillTenant } from '../support/invariants/eventful-tenant.ts';
import {
  listMemberCorruptions,
  pickDistinctRecords,
  pickOneEach,
} from '../support/invariants/planted-corruption.ts';
import type { PlantedCorruption } from '../support/invariants/planted-corruption.ts';
import { openStore, verifyTables } from '../support/invariants/verification.ts';
import { STORED_ATTRIBUTES } from '../support/invariants/stored-attributes.ts';
import { copyTables } from '../support/invariants/copied-tables.ts';
import type { CopiedTables } from '../support/invariants/copied-tables.ts';
import { sealTestTenant } from '../support/evidence/sealed-tenant.ts';
import { projectReceipts } from '../support/projections/projections.ts';
import { leaveFailedDelivery } from '../support/webhooks/failed-delivery.ts';
import { openDirectClient, readAllItems } from '../support/stack/tables.ts';

const TENANT = 'acme';
const SHARDS = 4;
// The control records of the projections belong to no tenant.
const kinds = (Object.keys(RECORD_KINDS) as RecordKind[]).filter((kind) => kind !== 'PRC');
// Read models, and what was sent, are not verified.
const verifiedKinds = kinds.filter(
  (kind) => !['projections', 'webhooks'].includes(RECORD_KINDS[kind].table ?? ''),
);

const engine = openDirectClient();
let ledger: TestExports;
let copy: CopiedTables;
let items: Map<string, Item[]>;
beforeAll(async () => {
  ledger = await startExports();
  await fillTenant(ledger, TENANT);
  await projectReceipts(ledger, TENANT);
  const webhook = (await ledger.call('createWebhook', { body: buildWebhookBody() })).body.id;
  await ledger.call('testWebhook', { path: { webhookId: webhook } });
  await leaveFailedDelivery(ledger, TENANT, webhook);
  const store = { ...openStore(ledger.tables), shards: SHARDS };
  const verdict = { verifiedAt: '2026-11-20T02:20:00.000Z', isFinished: true };
  await writeTenantVerdicts(store, { ...verdict, differencesByTenant: new Map([[TENANT, 0]]) });
  await sealTestTenant({ store, bucket: ledger.bucket, tenant: TENANT });
  const all = await Promise.all(Object.values(ledger.tables).map((table) => readAllItems(table)));
  copy = await copyTables(ledger.tables);
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

async function findDifferences(isLogRead = true): Promise<readonly Difference[]> {
  const verdict = await verifyLedger({
    store: copy.store,
    tenant: TENANT,
    settleMs: 0,
    sealingMs: 0,
    requests: 1,
    ...(isLogRead && { evidence: ledger.bucket }),
  });
  expect(verdict.isFinished).toBe(true);
  return verdict.differences;
}

function isOfLog({ item, instead }: PlantedCorruption): boolean {
  return /#(LOG|LGM)$/.test(instead?.PK ?? item.PK);
}

/** The differences while the records are corrupted; restores them. */
async function findCorruptions(
  planted: readonly PlantedCorruption[],
  // Damage to other records shows without the log, which takes longer to read.
  isLogRead = planted.some(isOfLog),
): Promise<readonly Difference[]> {
  for (const { item, instead } of planted) {
    copy.remove(item);
    if (instead) copy.put(instead);
  }
  try {
    return await findDifferences(isLogRead);
  } finally {
    for (const { item, instead } of planted) {
      if (instead) copy.remove(instead);
      copy.put(item);
    }
  }
}

test('the copy of the tables answers as the engine does', async () => {
  const [item] = listItems('LON');
  const corruption = {
    name: 'LON',
    item: item as Item,
    instead: { ...item, version: 99n } as Item,
  };
  const place = { TableName: ledger.tables.ledger };
  await engine.send(new PutCommand({ ...place, Item: corruption.instead }));
  const { differences } = await verifyTables(ledger.tables, { tenant: TENANT });
  await engine.send(new PutCommand({ ...place, Item: corruption.item }));

  expect(differences).not.toEqual([]);
  expect(await findCorruptions([corruption])).toEqual(differences);
});

test('the verification finds no difference in sound records of all kinds', async () => {
  expect(await findDifferences()).toEqual([]);
  expect([...items.keys()].toSorted()).toEqual(kinds.toSorted());
});

test.each(kinds)('the keys of %s have the form in the table', (kind) => {
  const found = listItems(kind).map(formatKey);

  expect(found.filter((key) => !buildKeyPattern(kind).test(key))).toEqual([]);
});

/** The corruptions whose record no difference names. Those of different records are tried together. */
async function listUnseen(planted: readonly PlantedCorruption[]): Promise<string[]> {
  const unseen: string[] = [];
  let rest = [...planted];
  while (rest.length > 0) {
    const round = [...new Map(rest.map((one) => [formatKey(one.item), one])).values()];
    rest = rest.filter((one) => !round.includes(one));
    const found = new Set((await findCorruptions(round)).map(({ place }) => formatKey(place)));
    unseen.push(...round.filter(({ item }) => !found.has(formatKey(item))).map(({ name }) => name));
  }
  return unseen;
}

/** Each kind once, in groups whose kinds are not compared with each other, so that each stands alone. */
const GROUPS: readonly (readonly RecordKind[])[] = [
  ['ACC', 'FAR', 'BAT', 'PRD', 'SCH', 'WFL', 'GLR', 'CHG'],
  ['LCR', 'LON', 'CFG', 'GLS', 'CTL', 'SCN', 'WFT', 'EXE', 'WHK'],
  ['BAL', 'LTX', 'PRO', 'GLA', 'GLP', 'SCV', 'EXI', 'WFP', 'PTM'],
  ['ENT', 'OPL', 'AXI'],
  ['JRN'],
  ['REV'],
  ['LOG'],
  ['LGM'],
  ['RCP'],
];

/** What docs/verify.md says cannot be detected. */
function isUndetectable({ name, item }: PlantedCorruption): boolean {
  // Without these the record is one of an earlier version.
  if (name === 'JRN postings/*/hash dropped') return true;
  // The progress of a running batch.
  if (name === 'BAT version changed') return item['batch_status'] === 'RUNNING';
  if (name !== 'LCR account/updated_at changed') return false;
  // The time of an unfreeze in a copy.
  const { status, version, sequence } = item['account'] as Record<string, unknown>;
  return status === 'ACTIVE' && (version as bigint) - (sequence as bigint) > 1n;
}

/** Two records differ here, and the difference names the other one. */
const NAMED_AT_THE_OTHER = [
  'JRN postings/*/seq changed',
  'JRN postings/*/hash changed',
  'REV replaced_by dropped',
];

function listMembers(kind: RecordKind): PlantedCorruption[] {
  const planted = listMemberCorruptions(kind, listItems(kind)).filter(
    (one) => !isUndetectable(one),
  );
  // CORRUPTIONS=all tries each at every record that has the member.
  return process.env['CORRUPTIONS'] === 'all' ? planted : pickOneEach(planted);
}

test('receipts without digest, feed and salt, and postings without hash, are those of earlier versions', async () => {
  const receipts = listItems('RCP').map((item) => {
    const { digest: _digest, feed: _feed, salt: _salt, ...instead } = item;
    return { name: 'digest', item, instead: instead as Item };
  });
  const entries = listItems('JRN').map((item) => {
    const postings = (item['postings'] as object[]).map((one) => ({ ...one, hash: undefined }));
    return { name: 'hash', item, instead: { ...item, postings } };
  });

  expect(await findCorruptions([...receipts, ...entries])).toEqual([]);
});

test('every kind is tried', () => {
  expect(GROUPS.flat().toSorted()).toEqual(verifiedKinds.toSorted());
});

test.each(GROUPS)('each changed or dropped member of %s is reported', async (...group) => {
  const planted = group.flatMap(listMembers);

  expect(planted.length).toBeGreaterThan(5);
  const named = planted.filter(({ name }) => !NAMED_AT_THE_OTHER.includes(name));
  expect(await listUnseen(named)).toEqual([]);
});

test.each(NAMED_AT_THE_OTHER)('a difference is reported: %s', async (name) => {
  const planted = verifiedKinds.flatMap(listMembers).find((one) => one.name === name);

  expect(planted).toBeDefined();
  expect(await findCorruptions(planted ? [planted] : [])).not.toEqual([]);
});

test('the field tables have no attribute that is not tried', () => {
  const tried = (kind: RecordKind) => new Set(listItems(kind).flatMap((item) => Object.keys(item)));
  const missing = Object.entries(STORED_ATTRIBUTES).flatMap(([kind, attributes]) =>
    attributes
      .filter((attribute) => !tried(kind as RecordKind).has(attribute))
      .map((attribute) => `${kind} ${attribute}`),
  );

  expect(missing).toEqual([]);
});

test('each deleted record is reported, whatever its state', async () => {
  const unseen: string[] = [];
  for (const item of pickDistinctRecords(verifiedKinds.flatMap(listItems))) {
    const deleted = [{ name: 'deleted', item, instead: undefined }];
    // Of what changed no record, such as a test of a webhook, the log alone knows.
    const isSeen =
      (await findCorruptions(deleted)).length > 0 ||
      (await findCorruptions(deleted, true)).length > 0;
    if (!isSeen) unseen.push(formatKey(item));
  }

  expect(unseen).toEqual([]);
});

test('a record that is stored twice is reported, whatever its kind', async () => {
  const copies = verifiedKinds.map((kind) => {
    const [item] = listItems(kind);
    return {
      name: kind,
      item: { PK: '', SK: '' },
      instead: { ...item, SK: `${item?.SK}0` } as Item,
    };
  });
  const found = (await findCorruptions(copies)).map(({ place }) => formatKey(place));

  expect(copies.filter(({ instead }) => !found.includes(formatKey(instead)))).toEqual([]);
});

test('a record of another tenant is reported, whatever its kind', async () => {
  const run = { store: copy.store, tenant: 'globex', settleMs: 0, sealingMs: 0 };
  const missed: Item[] = [];
  for (const kind of verifiedKinds) {
    const [item] = listItems(kind);
    const moved = { ...item, PK: item?.PK.replace(`#${TENANT}#`, '#globex#') } as Item;
    copy.put(moved);
    const evidence = ['LOG', 'LGM'].includes(kind) ? ledger.bucket : undefined;
    const { differences } = await verifyLedger({ ...run, evidence });
    copy.remove(moved);
    const isFound = differences.some(({ place }) => formatKey(place) === formatKey(moved));
    if (!isFound) missed.push(moved);
  }

  expect(missed).toEqual([]);
});

test('an item whose key names no kind that its table holds is reported', async () => {
  const unknown = [
    { table: 'ledger', item: { PK: `T#${TENANT}#XYZ#1`, SK: 'X' } },
    { table: 'ledger', item: { PK: `T#${TENANT}#toString`, SK: 'X' } },
    { table: 'ledger', item: { PK: `T#${TENANT}#RCP#key`, SK: 'R' } },
    { table: 'receipts', item: { PK: `T#${TENANT}#PRS`, SK: 'S' } },
  ] as const;
  for (const { table, item } of unknown) {
    await engine.send(new PutCommand({ TableName: ledger.tables[table], Item: item }));
  }
  const { differences } = await verifyTables(ledger.tables, { tenant: TENANT });
  for (const { table, item: Key } of unknown) {
    await engine.send(new DeleteCommand({ TableName: ledger.tables[table], Key }));
  }

  const key = { check: 'form', tenant: TENANT, kind: 'unknown', field: 'key' };
  const expected = unknown.map(({ item: { PK, SK } }) => {
    return { ...key, id: SK, stored: PK, derived: expect.any(String), place: { PK, SK } };
  });
  expect(differences).toHaveLength(unknown.length);
  expect(differences).toEqual(expect.arrayContaining(expected));
});

// The list of the tenants that are sealed follows from the receipts: it is complete again after a rebuild, and
// after the next receipts of a tenant.
import { hash } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { SealingEvent } from '../../functions/evidence/seal-receipts.ts';
import { formatVerifierKey } from '../../functions/domain/evidence/verifier-key.ts';
import { logHeadFields } from '../../functions/ledger/evidence/items.ts';
import { evidenceKeys } from '../../functions/ledger/evidence/keys.ts';
import { listSealedTenants, SealedTenants } from '../../functions/ledger/evidence/tenants.ts';
import { deleteItems } from '../../functions/ledger/projections/segments.ts';
import type { Store } from '../../functions/ledger/store/store.ts';
import { rebuildProjection } from '../../functions/projections/rebuild/rebuild.ts';
import { startSigner } from '../support/evidence/log-signer.ts';
import { openTestStore } from '../support/projections/tables.ts';
import { projectReceipts } from '../support/projections/projections.ts';
import { executeRebuild } from '../support/projections/rebuilds.ts';
import { captureOutput } from '../support/fixtures/captured-output.ts';
import type { CapturedOutput } from '../support/fixtures/captured-output.ts';
import { LOG_HOST, startExports } from '../support/fixtures/batches/exports.ts';
import type { TestExports } from '../support/fixtures/batches/exports.ts';
import { buildContext, openAccount } from '../support/stack/ledger.ts';
import { readAllItems } from '../support/stack/tables.ts';

const NAME = 'ledger_activity';

let ledger: TestExports;
let store: Store;
let output: CapturedOutput;
beforeAll(async () => {
  Object.assign(process.env, { EVIDENCE_WITNESSES: '[]', TEST_LOG: 'ERROR' });
  output = captureOutput();
  ledger = await startExports();
  store = openTestStore(ledger);
});
afterAll(async () => {
  output.end();
  store.documents.destroy();
  await ledger.stop();
});

beforeEach(async () => {
  await openAccount(ledger, { funds: '1.00' });
  await projectReceipts(ledger);
  await loseProjections();
});

async function loseProjections(): Promise<void> {
  await deleteItems(store, await readAllItems(ledger.tables.projections));
}

async function sealAll({ remainingMs = 600_000, ...event }: SealingRun = {}) {
  const { handler } = await import('../../functions/evidence/seal-receipts.ts');
  return handler(event, buildContext({ remainingMs }));
}

type SealingRun = SealingEvent & { readonly remainingMs?: number };

test.each([
  [
    'command',
    () => rebuildProjection(store, NAME, { segments: 2, report: () => undefined, graceMs: 0 }),
  ],
  ['state machine', () => executeRebuild({ projection: NAME, segments: 2 })],
])('a rebuild by the %s brings back the tenants, whose receipts are sealed', async (_, rebuild) => {
  const lost = await sealAll();

  await rebuild();
  const found = await sealAll();

  expect(lost).toMatchObject({ tenants: 0, sealed: 0 });
  expect(await listSealedTenants(store)).toEqual(['acme']);
  expect(found).toMatchObject({ tenants: 1, failed: 0, unfinished: 0 });
  expect(found.sealed).toBeGreaterThan(0);
});

test('a process adds a tenant again once some minutes have passed', async () => {
  const startMs = Date.now();
  const tenants = new SealedTenants();
  await tenants.add(store, ['acme'], new Date(startMs));
  await loseProjections();

  await tenants.add(store, ['acme'], new Date(startMs + 60_000));
  const soon = await listSealedTenants(store);
  await tenants.add(store, ['acme'], new Date(startMs + 10 * 60_000));

  expect(soon).toEqual([]);
  expect(await listSealedTenants(store)).toEqual(['acme']);
});

test('a tenant whose log cannot be sealed is counted as failed, and keeps no other from being sealed', async () => {
  await openAccount(ledger, { tenant: 'globex' });
  await new SealedTenants().add(store, ['acme', 'globex'], new Date());
  const origin = `${LOG_HOST}/acme`;
  const { key } = startSigner(origin);
  const root = hash('sha256', '', 'hex');
  const state = { origin, verifierKey: formatVerifierKey(key), size: 0, root, newest: '' };
  const Item = logHeadFields.toItem(evidenceKeys.head('globex'), state);
  await store.documents.send(new PutCommand({ TableName: store.ledgerTable, Item }));

  const totals = await sealAll();

  expect(totals).toMatchObject({ tenants: 2, failed: 1, unfinished: 0 });
  expect(totals.sealed).toBeGreaterThan(0);
});

test('a tenant for which no time is left is counted as unfinished', async () => {
  await new SealedTenants().add(store, ['acme'], new Date());

  const hurried = await sealAll({ remainingMs: 40_000 });
  const rest = await sealAll();

  expect(hurried).toEqual({ tenants: 1, sealed: 0, failed: 0, unfinished: 1 });
  expect(rest).toMatchObject({ tenants: 1, failed: 0, unfinished: 0 });
  expect(rest.sealed).toBeGreaterThan(0);
});

test('a receipt of which no leaf can be made is logged, and fails neither its tenant nor the run', async () => {
  const tenant = 'initech';
  await openAccount(ledger, { tenant, funds: '1.00' });
  await new SealedTenants().add(store, ['acme', tenant], new Date());
  const receipts = await readAllItems(ledger.tables.receipts);
  const [damaged, ...others] = receipts.filter(({ PK }) => PK.startsWith(`T#${tenant}#`));
  const Item = { ...damaged, answer: Buffer.from('damaged') };
  await store.documents.send(new PutCommand({ TableName: store.receiptsTable, Item }));
  output.texts.length = 0;

  const totals = await sealAll({ tenant });

  expect(totals).toEqual({ tenants: 1, sealed: others.length, failed: 0, unfinished: 0 });
  const logged = output.texts.filter((text) => text.includes('unsealable receipt'));
  expect(logged).toEqual([expect.stringContaining(`"${tenant}"`)]);
});

// What an export says of entries from before there was an evidence log, and of those that were adopted since.
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { adoptReceipts } from '../../commands/sealing/adopt-receipts.ts';
import {
  adoptReceipt,
  buildAdoptionMark,
  recordAdoption,
} from '../../functions/ledger/adoption/receipt-adoption.ts';
import { openEvidenceBucket } from '../../functions/artifacts/object-lock-bucket.ts';
import type { Item } from '../../functions/ledger/store/item.ts';
import { readSigningEnvironment } from '../../functions/runtime/environment.ts';
import { sealLog } from '../support/evidence/seal-log.ts';
import { requestExport } from '../support/fixtures/batches/batches.ts';
import { callTask, startExports } from '../support/fixtures/batches/exports.ts';
import type { TestExports } from '../support/fixtures/batches/exports.ts';
import { PRESENT_PERIOD } from '../support/fixtures/periods.ts';
import { toEarlierReceipt } from '../support/receipts/test-receipts.ts';
import { openStore } from '../support/invariants/verification.ts';
import { advanceTime, returnToPresent } from '../support/stack/advance-time.ts';
import { openAccount } from '../support/stack/ledger.ts';
import { openDirectClient, readAllItems } from '../support/stack/tables.ts';

let exports: TestExports;
let tenant: string;
beforeAll(async () => {
  exports = await startExports();
});
beforeEach(() => {
  tenant = `t-${randomUUID().slice(0, 8)}`;
});
afterEach(() => returnToPresent());
afterAll(() => exports.stop());

const post = () => openAccount(exports, { tenant, funds: '1.00' });

async function listReceipts(): Promise<Item[]> {
  const receipts = await readAllItems(exports.tables.receipts);
  return receipts.filter(({ PK }) => PK.startsWith(`T#${tenant}#`));
}

/** Makes the receipts of the tenant those of a service without a log. */
async function forgetFeed(): Promise<void> {
  const client = openDirectClient();
  const TableName = exports.tables.receipts;
  for (const receipt of await listReceipts()) {
    await client.send(new PutCommand({ TableName, Item: toEarlierReceipt(receipt) }));
  }
  client.destroy();
}

async function beginExport() {
  const { batchId } = await requestExport(exports, PRESENT_PERIOD, { tenant });
  return callTask('begin-regulatory-export', { tenant, batchId });
}

test('a period from before there was a log is not covered, and its entries have no proof', async () => {
  await post();
  const [{ id }] = (await exports.call('listJournalEntries', { tenant })).body.items;
  await forgetFeed();
  advanceTime(120_000);
  await post();
  const input = await beginExport();
  await sealLog(tenant);

  const covered = await callTask('cover-regulatory-export', input);
  const proof = await exports.call('getEvidenceProof', { tenant, path: { id } });

  expect(covered).toMatchObject({ coversPeriod: false, isPending: false, isOver: true });
  expect(proof.body).toMatchObject({ code: 'evidence_not_found' });
});

test('a period of adopted entries is covered once all of them are adopted and sealed', async () => {
  const store = openStore(exports.tables);
  for (let count = 0; count < 3; count += 1) {
    await post();
    advanceTime(120_000);
  }
  await forgetFeed();
  await post();
  await sealLog(tenant);
  // A run that was killed has adopted the first and the last, and none between them.
  const earlier = (await listReceipts()).filter(({ salt }) => salt === undefined);
  const byTime = earlier.toSorted((one, other) =>
    String(one['at']) < String(other['at']) ? -1 : 1,
  );
  for (const receipt of [...byTime.slice(0, 2), ...byTime.slice(4)]) {
    await adoptReceipt(store, receipt, buildAdoptionMark(new Date()));
  }
  await sealLog(tenant, { isThorough: true });
  const early = await beginExport();
  await sealLog(tenant);
  const partial = await callTask('cover-regulatory-export', early);

  const actor = 'local:root';
  const adopted = { actor, isApplied: true, onDamaged: () => undefined };
  const bucket = openEvidenceBucket(readSigningEnvironment().bucket);
  await adoptReceipts({ store, bucket, tenant }, adopted);
  bucket.client.destroy();
  const input = await beginExport();
  const pending = await callTask('cover-regulatory-export', input);
  for (let run = 0; run < 2; run += 1) await sealLog(tenant);
  const covered = await callTask('cover-regulatory-export', input);
  // An execution that an earlier version of the service has started does not say whether all were adopted.
  const { isAdopted: _, ...unsaid } = input;
  const uncertain = await callTask('cover-regulatory-export', unsaid);
  store.documents.destroy();

  expect(partial).toMatchObject({ coversPeriod: false, isPending: false });
  expect(pending).toMatchObject({ coversPeriod: false, isPending: true });
  expect(covered).toMatchObject({ coversPeriod: true, isPending: false });
  expect(uncertain).toMatchObject({ coversPeriod: false, isPending: false });
});

test.each([
  ['without a damaged receipt', 0, true],
  ['with one', 1, false],
])('an adoption %s has adopted each receipt or not', async (_, damaged, isAdopted) => {
  const store = openStore(exports.tables);
  const statement = { adopted: 3, damaged, oldest: '2026-01-01T00:00:00.000Z' };
  await recordAdoption(store, tenant, { actor: 'local:root', statement });
  store.documents.destroy();

  expect(await beginExport()).toMatchObject({ isAdopted });
});

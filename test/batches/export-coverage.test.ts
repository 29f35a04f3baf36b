// Which receipts an export waits for: those of its period, and none that came later.
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { sealLog } from '../support/evidence/seal-log.ts';
import { requestExport } from '../support/fixtures/batches/batches.ts';
import { callTask, startExports } from '../support/fixtures/batches/exports.ts';
import type { TestExports } from '../support/fixtures/batches/exports.ts';
import { PRESENT_PERIOD } from '../support/fixtures/periods.ts';
import { advanceTime, returnToPresent } from '../support/stack/advance-time.ts';
import { openAccount } from '../support/stack/ledger.ts';

const MINUTE_MS = 60_000;

let exports: TestExports;
beforeAll(async () => {
  exports = await startExports();
});
afterEach(() => returnToPresent());
afterAll(() => exports.stop());

test('a late receipt keeps the period that it is in from being covered, and none before', async () => {
  const tenant = 'punctual';
  const post = () => openAccount(exports, { tenant, funds: '1.00' });
  await post();
  const { batchId } = await requestExport(exports, PRESENT_PERIOD, { tenant });
  const input = await callTask('begin-regulatory-export', { tenant, batchId });
  const early = new Date(Date.now() + 1).toISOString();
  await sealLog(tenant);
  advanceTime(20 * MINUTE_MS);
  await post();
  await sealLog(tenant);
  // Its time is before that of the newest receipt in the log.
  advanceTime(-MINUTE_MS);
  await post();
  const late = new Date(Date.now() + 1_000).toISOString();
  const cover = (before: string) => callTask('cover-regulatory-export', { ...input, before });

  expect(await cover(early)).toMatchObject({ coversPeriod: true, isPending: false, isOver: true });
  expect(await cover(late)).toMatchObject({ coversPeriod: false, isPending: true, isOver: false });
});

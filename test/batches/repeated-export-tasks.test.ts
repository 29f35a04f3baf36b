// Tasks of an export that are called again while an earlier call still runs, as after a lost answer: what the earlier
// one writes later changes nothing, or fails the export.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { SliceInput } from '../../functions/batches/export/export-input.ts';
import type { ExportSlice } from '../../functions/batches/export/slices.ts';
import { buildEntryBody } from '../../tools/samples/request-bodies.ts';
import { requestExport } from '../support/fixtures/batches/batches.ts';
import { callTask, readExportFiles, startExports } from '../support/fixtures/batches/exports.ts';
import type { TestExports } from '../support/fixtures/batches/exports.ts';

const TENANT = 'acme';
const FEC = {
  period_from: '2025-01-01',
  period_to: '2025-12-31',
  legal_basis_code: 'FEC-552100554',
};
const REQUESTS = 30;
const ENTRIES_EACH = 25;

let exports: TestExports;
beforeAll(async () => {
  exports = await startExports();
  const entry = buildEntryBody('1.00', ['512000', '101000'], []);
  const entries = Array.from({ length: ENTRIES_EACH }, () => {
    return { ...entry, effective_date: '2024-06-30' };
  });
  for (let count = 0; count < REQUESTS; count += 1) {
    const posted = await exports.call('postJournalEntries', { body: { entries } });
    expect(posted.status).toBe(201);
  }
});
afterAll(() => exports.stop());

async function startFec() {
  const { batchId } = await requestExport(exports, FEC);
  const input = await callTask('begin-regulatory-export', { tenant: TENANT, batchId });
  return { batchId, input, plan: await callTask('plan-regulatory-export', input) };
}

async function nameAccount(name: string): Promise<void> {
  const body = { name, type: 'ASSET' };
  const path = { code: '512000' };
  const { status } = await exports.call('upsertGeneralLedgerAccount', { path, body });
  expect([200, 201]).toContain(status);
}

test('what a worker finds that was thought dead takes no balance from a fiscal year', async () => {
  const { batchId, input, plan } = await startFec();
  const whole: ExportSlice = {
    index: 0,
    from: plan.slices[0].from,
    to: plan.slices[plan.count - 1].to,
  };
  const start: SliceInput = { tenant: TENANT, batchId, slice: whole };
  const done = await callTask('write-export-slice', start);
  expect(done).toMatchObject({ isDone: true, work: { found: REQUESTS * ENTRIES_EACH } });

  // It has less time, and writes last.
  const dead = await callTask('write-export-slice', start, 1_000);
  expect(dead.isDone).toBe(false);

  const assembly = { ...input, plan: { count: 1 } };
  await expect(callTask('assemble-regulatory-export', assembly)).rejects.toThrow(
    `slice 0 has findings of ${dead.work.found} entries, not ${REQUESTS * ENTRIES_EACH}`,
  );
});

test('the accounts keep the names that the first plan has read', async () => {
  await nameAccount('Banque');
  const { batchId, input, plan } = await startFec();
  await nameAccount('Caisse');
  await callTask('plan-regulatory-export', input);

  for (const slice of plan.slices as ExportSlice[]) {
    const done = await callTask('write-export-slice', { tenant: TENANT, batchId, slice });
    expect(done.isDone).toBe(true);
  }
  const completion = await callTask('assemble-regulatory-export', { ...input, plan });
  await callTask('complete-regulatory-export', { ...input, completion });
  const { text } = await readExportFiles(exports, TENANT, batchId);
  expect(text).toContain('\t512000\tBanque\t');
  expect(text).toContain(`${REQUESTS * ENTRIES_EACH},00`);
});

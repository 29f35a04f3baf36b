// Starts an export: marks it as RUNNING and returns the period to read and how long to wait first.
import { exportWindow } from '../../domain/batches/regulatory-exports.ts';
import { isEachReceiptAdopted } from '../../ledger/adoption/receipt-adoption.ts';
import { readBatch } from '../../ledger/batches/reads.ts';
import { readSettleSeconds } from '../../runtime/environment.ts';
import { task } from '../../runtime/task.ts';
import type { BatchInput } from '../../runtime/task.ts';
import { recordBatchStart } from '../batch-transitions.ts';
import type { ExportPeriod } from './export-input.ts';

const settle = readSettleSeconds();

export const handler = task<BatchInput, ExportPeriod>('beginRegulatoryExport', async (work) => {
  const { tenant, batchId } = work.input;
  await recordBatchStart(work);
  const batch = await readBatch(work.session, batchId);
  const { from, before, readyAt } = exportWindow(batch, settle);
  return {
    tenant,
    batchId,
    from: from.toISOString(),
    before: before.toISOString(),
    isAdopted: await isEachReceiptAdopted(work.session.store, tenant),
    settleSeconds: Math.max(0, Math.ceil((readyAt.getTime() - Date.now()) / 1_000)),
  };
});

// Requests the export of the last closed month on a schedule, once per month however often it is
// called.
import { buildBatchEvent } from '../../events/batch.ts';
import { toBatchView } from '../../views/batch.ts';
import { buildScheduledRequest } from '../../domain/batches/export-schedules.ts';
import { requestExport } from '../../domain/batches/regulatory-exports.ts';
import { buildNewBatchWrites } from '../../ledger/batches/writes.ts';
import { commit } from '../../ledger/commit/commit.ts';
import { buildIdGenerator } from '../../ledger/store/ids.ts';
import { task } from '../../runtime/task.ts';
import type { BatchInput } from '../../runtime/task.ts';

/** The input from a tenant's schedule; batchId names the schedule, for logs. */
export interface ScheduledExportInput extends BatchInput {
  readonly legal_basis_code: string;
  readonly retention_years: number;
  /** Absent if the code chooses. */
  readonly format?: string;
  /** The scheduled time, ISO. */
  readonly due: string;
}

export const handler = task<ScheduledExportInput, { batchId: string }>(
  'requestScheduledExport',
  async ({ input, once }) => {
    const { legal_basis_code, retention_years, format, due } = input;
    const terms = {
      legalBasisCode: legal_basis_code,
      retentionYears: retention_years,
      ...(format !== undefined && { format }),
    };
    const exportRequest = buildScheduledRequest(terms, new Date(due));
    const { period_from: from, period_to: to } = exportRequest;
    const { text } = await once(
      `scheduled!${legal_basis_code}!${from}!${to}`,
      async (session, now) => {
        const { actor: requestedBy, correlationId, store } = session;
        const id = buildIdGenerator(store.shards)(now)('bat');
        const batch = requestExport(exportRequest, { id, requestedBy, correlationId, now });
        return commit(session, {
          writes: buildNewBatchWrites(session, batch),
          events: [buildBatchEvent(batch, 'requested')],
          status: 202,
          body: toBatchView(batch),
        });
      },
    );
    const { batchId } = JSON.parse(text) as { batchId: string };
    return { batchId };
  },
);

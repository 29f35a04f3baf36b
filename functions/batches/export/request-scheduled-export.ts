// What a schedule calls: asks for the export of the last closed month, once whatever calls it again.
import { batchEvent } from '../../events/batch.ts';
import { toBatchView } from '../../views/batch.ts';
import { lastClosedMonth, yearsAfter } from '../../domain/values/closed-month.ts';
import { requestExport } from '../../domain/batches/regulatory-exports.ts';
import { newBatchWrites } from '../../ledger/batches/writes.ts';
import { commit } from '../../ledger/commit/commit.ts';
import { idsAt } from '../../ledger/store/ids.ts';
import { task } from '../../runtime/task.ts';
import type { BatchInput } from '../../runtime/task.ts';

/** As the schedule of a tenant hands it on; its batchId names the schedule, for logs. */
export interface Scheduled extends BatchInput {
  readonly legal_basis_code: string;
  readonly retention_years: number;
  /** When it was due, ISO. */
  readonly due: string;
}

export const handler = task<Scheduled, { batchId: string }>(
  'requestScheduledExport',
  async ({ input, once }) => {
    const { legal_basis_code, retention_years, due } = input;
    const { from, to } = lastClosedMonth(new Date(due));
    const retention_until = yearsAfter(to, retention_years);
    const asked = { period_from: from, period_to: to, legal_basis_code, retention_until };
    const { text } = await once(
      `scheduled!${legal_basis_code}!${from}!${to}`,
      async (session, now) => {
        const { actor: requestedBy, correlationId, store } = session;
        const id = idsAt(store.shards)(now)('bat');
        const batch = requestExport(asked, { id, requestedBy, correlationId, now });
        return commit(session, {
          writes: newBatchWrites(session, batch),
          events: [batchEvent(batch, 'requested')],
          status: 202,
          body: toBatchView(batch),
        });
      },
    );
    const { batchId } = JSON.parse(text) as { batchId: string };
    return { batchId };
  },
);

import { runExportSchedule } from '../../../schemas/generated/operations/run-export-schedule.ts';
import {
  buildScheduledRequest,
  requireExportSchedule,
} from '../../domain/batches/export-schedules.ts';
import { requestExport } from '../../domain/batches/regulatory-exports.ts';
import { buildBatchEvent } from '../../events/batch.ts';
import { buildNewBatchWrites } from '../../ledger/batches/writes.ts';
import { commit } from '../../ledger/commit/commit.ts';
import { buildIdGenerator } from '../../ledger/store/ids.ts';
import { operation } from '../../runtime/operation.ts';
import { toBatchView } from '../../views/batch.ts';
import { readExportSchedule } from './read-export-schedule.ts';

export const handler = operation(runExportSchedule, async ({ path, session, now }) => {
  const schedule = requireExportSchedule(await readExportSchedule(session), path.scheduleId);
  const { actor: requestedBy, correlationId, store } = session;
  const id = buildIdGenerator(store.shards)(now)('bat');
  const submission = { id, requestedBy, correlationId, now };
  const batch = requestExport(buildScheduledRequest(schedule, now), submission);
  return commit(session, {
    writes: buildNewBatchWrites(session, batch),
    events: [buildBatchEvent(batch, 'requested')],
    status: 202,
    body: toBatchView(batch),
  });
});

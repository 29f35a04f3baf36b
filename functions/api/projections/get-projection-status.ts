import { getProjectionStatus } from '../../../schemas/generated/operations/get-projection-status.ts';
import { PROJECTION_NAMES } from '../../domain/projections/projector.ts';
import { readOldestUnapplied } from '../../ledger/projections/lag.ts';
import { readStatus } from '../../ledger/projections/status.ts';
import { operation } from '../../runtime/operation.ts';
import { toStatusView } from '../../views/projection.ts';

export const handler = operation(getProjectionStatus, async ({ session, now }) => {
  const status = await readStatus(session.store, session.tenant);
  const oldest = await readOldestUnapplied(session, status, PROJECTION_NAMES);
  return { body: PROJECTION_NAMES.map((name) => toStatusView(name, status, oldest(name), now)) };
});

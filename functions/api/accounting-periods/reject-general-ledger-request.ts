import { rejectGeneralLedgerRequest } from '../../../schemas/generated/operations/reject-general-ledger-request.ts';
import { reject } from '../../domain/requests/decisions.ts';
import { buildGeneralLedgerRequestEvent } from '../../events/accounting-period.ts';
import { commit } from '../../ledger/commit/commit.ts';
import {
  buildGeneralLedgerRejectionWrites,
  readGeneralLedgerRequestToDecide,
} from '../../ledger/requests/general-ledger-requests.ts';
import { operation } from '../../runtime/operation.ts';
import { toGeneralLedgerRequestView } from '../../views/accounting-period.ts';

export const handler = operation(
  rejectGeneralLedgerRequest,
  async ({ path, body, session, now }) => {
    const pending = await readGeneralLedgerRequestToDecide(session, path.requestId);
    const rejected = reject(pending, { subject: session.actor, reason: body.reason, now });
    return commit(session, {
      writes: buildGeneralLedgerRejectionWrites(session, rejected),
      events: [buildGeneralLedgerRequestEvent(rejected)],
      status: 201,
      body: toGeneralLedgerRequestView(rejected),
    });
  },
);

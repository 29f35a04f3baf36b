import { approveGeneralLedgerRequest as contract } from '../../../schemas/generated/operations/approve-general-ledger-request.ts';
import { refuseApproval } from '../../domain/requests/decisions.ts';
import { approveGeneralLedgerRequest } from '../../domain/requests/general-ledger.ts';
import { buildGeneralLedgerApprovalEvents } from '../../events/accounting-period.ts';
import { commit } from '../../ledger/commit/commit.ts';
import {
  buildGeneralLedgerApprovalWrites,
  readGeneralLedgerRequestToDecide,
  readRecordsToApprove,
} from '../../ledger/requests/general-ledger-requests.ts';
import { operation } from '../../runtime/operation.ts';
import { toGeneralLedgerRequestView } from '../../views/accounting-period.ts';
import { readClosingPosting } from './read-closing-posting.ts';

export const handler = operation(contract, async ({ path, body, session, now }) => {
  const { actor: subject } = session;
  const pending = await readGeneralLedgerRequestToDecide(session, path.requestId);
  refuseApproval(pending, subject);
  const before = await readRecordsToApprove(session, pending);
  const checker = { subject, reason: body.reason, now };
  const posting = before.year && (await readClosingPosting(session, now));
  const approved = approveGeneralLedgerRequest(pending, before, checker, posting);
  return commit(session, {
    writes: buildGeneralLedgerApprovalWrites(session, before, approved),
    events: buildGeneralLedgerApprovalEvents(approved),
    status: 201,
    body: toGeneralLedgerRequestView(approved.request),
    ...(approved.obstacle && { obstacle: approved.obstacle }),
  });
});

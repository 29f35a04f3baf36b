import { closeGeneralLedgerPeriod } from '../../../schemas/generated/operations/close-general-ledger-period.ts';
import { submitClosing } from '../../domain/requests/general-ledger.ts';
import { readPeriodToChange } from '../../ledger/general-ledger/periods.ts';
import { operation } from '../../runtime/operation.ts';
import { commitSubmission } from './commit-submission.ts';

export const handler = operation(closeGeneralLedgerPeriod, async ({ path, body, session, now }) => {
  const records = await readPeriodToChange(session, path.period);
  const { reason } = body;
  return commitSubmission(session, { reason, now }, (submission) =>
    submitClosing(records, submission),
  );
});

import { reopenGeneralLedgerPeriod } from '../../../schemas/generated/operations/reopen-general-ledger-period.ts';
import { submitReopening } from '../../domain/requests/general-ledger.ts';
import { readPeriodToChange } from '../../ledger/general-ledger/periods.ts';
import { operation } from '../../runtime/operation.ts';
import { commitSubmission } from './commit-submission.ts';

export const handler = operation(
  reopenGeneralLedgerPeriod,
  async ({ path, body, session, now }) => {
    const records = await readPeriodToChange(session, path.period);
    const { reason } = body;
    return commitSubmission(session, { reason, now }, (submission) =>
      submitReopening(records, submission),
    );
  },
);

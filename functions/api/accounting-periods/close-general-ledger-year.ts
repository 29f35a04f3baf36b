import { closeGeneralLedgerYear } from '../../../schemas/generated/operations/close-general-ledger-year.ts';
import { submitYearClosing } from '../../domain/requests/general-ledger.ts';
import { readSettingsToChange } from '../../ledger/general-ledger/settings.ts';
import { readYear } from '../../ledger/requests/year-closings.ts';
import { operation } from '../../runtime/operation.ts';
import { commitSubmission } from './commit-submission.ts';
import { readClosingPosting } from './read-closing-posting.ts';

export const handler = operation(closeGeneralLedgerYear, async ({ path, body, session, now }) => {
  const { reason, ...asked } = { ...body, year: path.year };
  const settings = await readSettingsToChange(session);
  const records = await readYear(session, asked, settings);
  const posting = await readClosingPosting(session, now);
  return commitSubmission(session, { reason, now }, (submission) =>
    submitYearClosing(asked, records, submission, posting),
  );
});

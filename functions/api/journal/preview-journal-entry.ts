import { previewJournalEntry } from '../../../schemas/generated/operations/preview-journal-entry.ts';
import { describePreview, previewOperation, readCatchingControl } from '../../controls/preview.ts';
import { operation } from '../../runtime/operation.ts';
import { handler as postJournalEntry } from './post-journal-entry.ts';

export const handler = operation(previewJournalEntry, async ({ body, session, now }) => {
  const stored = { path: {}, body };
  // Rules and controls judge the operation, not its preview.
  const posting = { ...session, operation: 'postJournalEntry', reportRuleFailure: undefined };
  const previewed = await previewOperation(posting, { stored, now }, (deciding) =>
    postJournalEntry.perform(deciding, stored, now),
  );
  // What does not exist is not found, as always.
  if (previewed.refusal?.status === 404) throw previewed.refusal;
  const control = readCatchingControl(previewed);
  return { body: await describePreview(session, previewed, { control, now }) };
});

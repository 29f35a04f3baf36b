// A reversal mirrors every line and posting of its target, and no reversal is itself reversed.
import { buildReversalDraft } from '../../domain/requests/adjustment-drafts.ts';
import type { EntryDraft, PostingDraft } from '../../domain/journal/entry-draft.ts';
import type { JournalEntry } from '../../domain/journal/journal.ts';
import { formatMoney } from '../../domain/values/money.ts';
import { readRecord } from '../../ledger/store/table-scans.ts';
import { keys } from '../../ledger/store/keys.ts';
import type { StoredRecord, VerificationCheck, VerificationRun } from '../check.ts';
import { readJournalItem } from '../journal-items.ts';

export const reversals: VerificationCheck = {
  name: 'reversals',
  begin: (audit) => ({
    kinds: ['JRN'],
    // The target was committed before the reversal, so a scan that finds the reversal can read it.
    visit: (record) => {
      const reversal = readJournalItem(record.item);
      const { reversesJournalEntryId: targetId } = reversal;
      return targetId === undefined
        ? undefined
        : compareReversal(audit, record, { reversal, targetId });
    },
  }),
};

async function compareReversal(
  audit: VerificationRun,
  { tenant, item }: StoredRecord,
  { reversal, targetId }: { readonly reversal: JournalEntry; readonly targetId: string },
): Promise<void> {
  const { id } = reversal;
  const say = (field: string, stored: string, derived: string) =>
    audit.report({ tenant, kind: 'journal_entry', id, place: item, field, stored, derived });
  const stored = await readRecord(audit.store, keys.journalEntry(tenant, targetId));
  const target = stored && readJournalItem(stored);
  if (!target || target.entryType === 'REVERSAL') {
    say('reverses_journal_entry_id', targetId, 'a journal entry that is no reversal');
    return;
  }
  const right = toComparableTexts(buildReversalDraft(target, '', ''));
  for (const [field, words] of Object.entries(toComparableTexts(reversal))) {
    if (words !== right[field]) say(field, words, right[field] ?? '');
  }
}

type ReversedEntry = Pick<EntryDraft | JournalEntry, 'ledgerLines' | 'entryType' | 'loanEntry'> & {
  readonly postings: readonly PostingDraft[];
};

function toComparableTexts({
  entryType,
  ledgerLines,
  postings,
  loanEntry,
}: ReversedEntry): Record<string, string> {
  return {
    entry_type: entryType,
    ledger_lines: ledgerLines
      .map(({ accountCode, side, amount }) => `${side} ${formatMoney(amount)} on ${accountCode}`)
      .join(', '),
    account_postings: postings
      .map(
        ({ accountId, direction, amount }) => `${direction} ${formatMoney(amount)} on ${accountId}`,
      )
      .join(', '),
    loan_id: loanEntry?.loanId ?? '',
    transaction_type: loanEntry?.type ?? '',
  };
}

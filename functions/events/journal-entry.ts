import { buildPostingKey } from '../domain/journal/journal.ts';
import type { JournalEntry } from '../domain/journal/journal.ts';
import type { TriggeredRule } from '../domain/rules/rule-evaluation.ts';
import type { EventDraft } from '../ledger/commit/receipt-events.ts';
import { toJournalEntryView } from '../views/journal-entry.ts';

/** Builds the event of a posted entry; without a pointer into the answer it carries the entry itself. */
export function buildPostedEvent(entry: JournalEntry, payloadAt?: string): EventDraft {
  const head = { type: 'journal_entry.posted', aggregateId: entry.id, version: 1 };
  return payloadAt === undefined
    ? { ...head, payload: toJournalEntryView(entry) }
    : { ...head, payloadAt };
}

/**
 * Builds the events of the rules that matched. The journal entry is the aggregate; each match within the
 * request has its own version.
 */
export function buildRuleEvents(
  entries: readonly JournalEntry[],
  triggered: readonly TriggeredRule[],
): EventDraft[] {
  return triggered.map(({ rule, subject, entry, position, accountId }, index) => {
    const { id, loanEntry, transactionId } = entries[entry] as JournalEntry;
    return {
      type: 'policy.rule_matched',
      aggregateId: id,
      version: index + 1,
      payload: {
        rule_id: rule.id,
        product_id: rule.productId,
        subject,
        action: rule.action,
        journal_entry_id: id,
        ...(position !== undefined && { posting_key: buildPostingKey(id, position) }),
        ...(accountId !== undefined && { account_id: accountId }),
        ...(loanEntry && { loan_id: loanEntry.loanId, transaction_id: transactionId }),
      },
    };
  });
}

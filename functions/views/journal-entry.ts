import type { LedgerLine, SkippedRule } from '../domain/journal/entry-draft.ts';
import type { JournalEntry, Posting } from '../domain/journal/journal.ts';
import { buildPostingKey } from '../domain/journal/journal.ts';
import type { PostingTemplate } from '../domain/journal/posting-templates.ts';
import { readCurrency, formatMoney } from '../domain/values/money.ts';
import { journalEntryFields } from '../ledger/journal/items.ts';
import { postingTemplateFields } from '../ledger/posting-templates/items.ts';
import type {
  JournalEntry as JournalEntryBody,
  LedgerLine as LedgerLineBody,
  PostedAccountPosting,
  PostingTemplate as PostingTemplateBody,
  SkippedRule as SkippedRuleBody,
} from '../../schemas/generated/types.ts';

export function toPostingTemplateView(template: PostingTemplate): PostingTemplateBody {
  return {
    ...postingTemplateFields.toView(template),
    // The request has had two lines at least.
    lines: [...template.lines] as PostingTemplateBody['lines'],
    postings: [...template.postings],
  };
}

export function toJournalEntryView(entry: JournalEntry): JournalEntryBody {
  const { id, entry_type, skipped_rules, ...posted } = journalEntryFields.toView(entry);
  return {
    id,
    entry_type,
    ledger_lines: entry.ledgerLines.map(toLedgerLineView),
    account_postings: entry.postings.map((posting, index) =>
      toPostingView(posting, buildPostingKey(id, index + 1)),
    ),
    ...posted,
    ...(skipped_rules && { skipped_rules: skipped_rules.map(toSkippedRuleView) }),
  };
}

function toSkippedRuleView({ positions, ...rule }: SkippedRule): SkippedRuleBody {
  return { ...rule, ...(positions && { positions: [...positions] }) };
}

function toLedgerLineView({ accountCode, side, amount }: LedgerLine): LedgerLineBody {
  const name = side === 'DEBIT' ? 'debit_amount' : 'credit_amount';
  return { account_code: accountCode, [name]: formatMoney(amount) };
}

function toPostingView(posting: Posting, key: string): PostedAccountPosting {
  return {
    entry_id: posting.entryId,
    account_id: posting.accountId,
    direction: posting.direction,
    amount: formatMoney(posting.amount),
    currency: readCurrency(posting.amount),
    ...(posting.reference !== undefined && { reference: posting.reference }),
    posting_key: key,
    balance_after: formatMoney(posting.balanceAfter),
  };
}

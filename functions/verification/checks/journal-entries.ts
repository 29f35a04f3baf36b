// Each journal entry in itself: debits equal credits, and it lies where its identifier says.
import type { LedgerLine } from '../../domain/journal/entry-draft.ts';
import { isBalanced } from '../../domain/journal/journal.ts';
import { currencyOf, formatMoney, isAboveZero, money, total } from '../../domain/values/money.ts';
import { timeOf } from '../../ledger/store/ids.ts';
import { fromJournalItem } from '../../ledger/journal/items.ts';
import { keys } from '../../ledger/store/keys.ts';
import type { Check } from '../check.ts';

export const journalEntries: Check = {
  name: 'journal-entries',
  kinds: ['JRN'],
  begin: (audit) => ({
    see: ({ tenant, item }) => {
      const { id, ledgerLines, postings, postedAt } = fromJournalItem(item);
      const say = (field: string, stored: string, derived: string) =>
        audit.report({ tenant, kind: 'journal_entry', id, place: item, field, stored, derived });
      if (!isBalanced(ledgerLines)) {
        say('ledger_lines', sidesOf(ledgerLines), 'lines above zero, debits equal to credits');
      }
      const empty = postings.findIndex(({ amount }) => !isAboveZero(amount));
      if (empty >= 0) {
        const amount = postings[empty]?.amount ?? money(0n, 'XXX');
        say(`account_postings/${empty}/amount`, formatMoney(amount), 'an amount above zero');
      }
      // Lists and exports find a journal entry by the time and the shard in its identifier.
      const time = timeOf(id);
      if (Date.parse(postedAt) !== time) say('posted_at', postedAt, timeText(time));
      const { PK } = keys.journalEntry(tenant, id);
      if (PK !== item.PK) say('key', item.PK, PK);
    },
  }),
};

function sidesOf(lines: readonly LedgerLine[]): string {
  const sum = (wanted: string) => {
    const amounts = lines.filter(({ side }) => side === wanted).map(({ amount }) => amount);
    const [first = money(0n, 'XXX')] = amounts;
    return formatMoney(total(amounts, currencyOf(first)));
  };
  return `debits ${sum('DEBIT')}, credits ${sum('CREDIT')}`;
}

function timeText(time: number): string {
  return Number.isNaN(time) ? 'the time in its identifier' : new Date(time).toISOString();
}

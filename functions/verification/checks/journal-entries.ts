// In each journal entry debits equal credits, amounts are positive, and the time matches the identifier.
import type { LedgerLine } from '../../domain/journal/entry-draft.ts';
import { isBalanced } from '../../domain/journal/journal.ts';
import {
  readCurrency,
  formatMoney,
  isAboveZero,
  money,
  sumMoney,
} from '../../domain/values/money.ts';
import { readIdTime } from '../../ledger/store/ids.ts';
import type { VerificationCheck } from '../check.ts';
import { readJournalItem } from '../journal-items.ts';

export const journalEntries: VerificationCheck = {
  name: 'journal-entries',
  begin: (audit) => ({
    kinds: ['JRN'],
    visit: ({ tenant, item }) => {
      const { id, ledgerLines, postings, postedAt } = readJournalItem(item);
      const say = (field: string, stored: string, derived: string) =>
        audit.report({ tenant, kind: 'journal_entry', id, place: item, field, stored, derived });
      if (!isBalanced(ledgerLines)) {
        say(
          'ledger_lines',
          describeSides(ledgerLines),
          'lines above zero, debits equal to credits',
        );
      }
      const empty = postings.findIndex(({ amount }) => !isAboveZero(amount));
      if (empty >= 0) {
        const amount = postings[empty]?.amount ?? money(0n, 'XXX');
        say(`account_postings/${empty}/amount`, formatMoney(amount), 'an amount above zero');
      }
      // Lists and exports find a journal entry by the time and the shard in its identifier.
      const time = readIdTime(id);
      if (Date.parse(postedAt) !== time) say('posted_at', postedAt, formatIdTime(time));
    },
  }),
};

function describeSides(lines: readonly LedgerLine[]): string {
  const sum = (wanted: string) => {
    const amounts = lines.filter(({ side }) => side === wanted).map(({ amount }) => amount);
    const [first = money(0n, 'XXX')] = amounts;
    return formatMoney(sumMoney(amounts, readCurrency(first)));
  };
  return `debits ${sum('DEBIT')}, credits ${sum('CREDIT')}`;
}

function formatIdTime(time: number): string {
  return Number.isNaN(time) ? 'the time in its identifier' : new Date(time).toISOString();
}

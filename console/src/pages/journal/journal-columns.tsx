import type { JournalEntry } from '../../../../client/client.ts';
import { CopyId } from '../../parts/copy-id.tsx';
import { EntryTypeName } from '../../parts/entry-type-name.tsx';
import { Instant } from '../../parts/instant.tsx';
import type { ListColumn } from '../../parts/item-list.tsx';
import { MoneyCell, MoneyHeader } from '../../parts/money-cell.tsx';
import { OperatorName } from '../../parts/operator-name.tsx';
import { PageLink } from '../../routing/page-link.tsx';
import { formatMinorUnits, sumAmounts } from '../../values/minor-units.ts';
import { journalText } from './messages.ts';

/** As many codes as a row names before it counts the others. */
const CODES_SHOWN = 3;

export const journalColumns: readonly ListColumn<JournalEntry>[] = [
  {
    id: 'posted',
    header: journalText('posted'),
    isRowHeader: true,
    cell: ({ id, posted_at }) => (
      <PageLink to="/journal/$entryId" params={{ entryId: id }}>
        <Instant value={posted_at} />
      </PageLink>
    ),
  },
  { id: 'entry', header: journalText('entry'), cell: ({ id }) => <CopyId id={id} /> },
  {
    id: 'type',
    header: journalText('entryType'),
    cell: ({ entry_type }) => <EntryTypeName type={entry_type} />,
  },
  {
    id: 'description',
    header: journalText('description'),
    cell: ({ description }) => description ?? '',
  },
  { id: 'codes', header: journalText('codes'), cell: listCodes },
  {
    id: 'amount',
    header: <MoneyHeader>{journalText('amount')}</MoneyHeader>,
    cell: ({ ledger_lines, currency }) => (
      <MoneyCell
        amount={formatMinorUnits(sumAmounts(ledger_lines.map((line) => line.debit_amount)))}
        {...(currency !== undefined && { currency })}
      />
    ),
  },
  {
    id: 'postedBy',
    header: journalText('postedBy'),
    cell: ({ posted_by }) => <OperatorName id={posted_by} />,
  },
];

function listCodes({ ledger_lines }: JournalEntry): string {
  const all = [...new Set(ledger_lines.map(({ account_code }) => account_code))];
  const codes = all.slice(0, CODES_SHOWN).join(', ');
  const count = all.length - CODES_SHOWN;
  return count > 0 ? journalText('moreCodes', { codes, count }) : codes;
}

import type { Loan } from '../../../../client/client.ts';
import { CopyId } from '../../parts/copy-id.tsx';
import { Instant } from '../../parts/instant.tsx';
import type { ListColumn } from '../../parts/item-list.tsx';
import { MoneyCell, MoneyHeader } from '../../parts/money-cell.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { PageLink } from '../../routing/page-link.tsx';
import { shortenIdentifier } from '../../values/identifiers.ts';
import { formatMinorUnits, sumAmounts } from '../../values/minor-units.ts';
import { loansText } from './messages.ts';

export const loanColumns: readonly ListColumn<Loan>[] = [
  {
    id: 'loan',
    header: loansText('loan'),
    isRowHeader: true,
    cell: ({ id, reference = '' }) => (
      <PageLink to="/loans/$loanId" params={{ loanId: id }}>
        {reference === '' ? shortenIdentifier(id) : reference}
      </PageLink>
    ),
  },
  { id: 'id', header: loansText('id'), cell: ({ id }) => <CopyId id={id} /> },
  { id: 'customer', header: loansText('customer'), cell: ({ customer_id }) => customer_id },
  { id: 'product', header: loansText('product'), cell: ({ product_id }) => product_id },
  {
    id: 'status',
    header: loansText('status'),
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  {
    id: 'principal',
    header: <MoneyHeader>{loansText('principal')}</MoneyHeader>,
    cell: ({ principal, currency }) => <MoneyCell amount={principal} currency={currency} />,
  },
  {
    id: 'outstanding',
    header: <MoneyHeader>{loansText('outstanding')}</MoneyHeader>,
    cell: (loan) => <MoneyCell amount={sumOutstanding(loan)} currency={loan.currency} />,
  },
  {
    id: 'created',
    header: loansText('created'),
    cell: ({ created_at }) => <Instant value={created_at} />,
  },
];

function sumOutstanding(loan: Loan): string {
  const { principal_outstanding, interest_outstanding, fees_outstanding } = loan;
  return formatMinorUnits(
    sumAmounts([principal_outstanding, interest_outstanding, fees_outstanding]),
  );
}

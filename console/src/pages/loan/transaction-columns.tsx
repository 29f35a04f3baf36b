import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import type { AdjustmentType, Transaction } from '../../../../client/client.ts';
import { Instant } from '../../parts/instant.tsx';
import type { ListColumn } from '../../parts/item-list.tsx';
import { MoneyCell, MoneyHeader } from '../../parts/money-cell.tsx';
import { OperatorName } from '../../parts/operator-name.tsx';
import { PageLink } from '../../routing/page-link.tsx';
import { shortenIdentifier } from '../../values/identifiers.ts';
import { listParts } from './loan-draft.ts';
import { loanText } from './messages.ts';

/** Calls for the adjustment of a transaction. */
export type AskToAdjust = (transaction: Transaction, adjustment: AdjustmentType) => void;

const partColumns: readonly ListColumn<Transaction>[] = listParts('REPAYMENT').map((part) => ({
  id: part,
  header: <MoneyHeader>{loanText(part)}</MoneyHeader>,
  cell: ({ allocation }) => <MoneyCell amount={allocation[part]} />,
}));

export const transactionColumns: readonly ListColumn<Transaction>[] = [
  {
    id: 'posted',
    header: loanText('posted'),
    isRowHeader: true,
    cell: ({ posted_at }) => <Instant value={posted_at} />,
  },
  { id: 'type', header: loanText('transactionType'), cell: describeTransaction },
  {
    id: 'amount',
    header: <MoneyHeader>{loanText('amount')}</MoneyHeader>,
    cell: ({ amount, currency }) => <MoneyCell amount={amount} currency={currency} />,
  },
  ...partColumns,
  {
    id: 'entry',
    header: loanText('entry'),
    cell: ({ journal_entry_id: entryId }) => (
      <PageLink to="/journal/$entryId" params={{ entryId }}>
        {shortenIdentifier(entryId)}
      </PageLink>
    ),
  },
  {
    id: 'postedBy',
    header: loanText('postedBy'),
    cell: ({ posted_by }) => <OperatorName id={posted_by} />,
  },
];

/** Makes the column of what an operator may ask for; only adjustable transactions have it. */
export function buildActionColumn(
  adjustable: ReadonlySet<string>,
  onAsk: AskToAdjust,
): ListColumn<Transaction> {
  return {
    id: 'actions',
    header: loanText('actions'),
    cell: (transaction) =>
      adjustable.has(transaction.id) && (
        <ButtonDropdown
          variant="inline-icon"
          ariaLabel={loanText('actionsOn', { transaction: describeTransaction(transaction) })}
          expandToViewport
          items={[
            { id: 'REVERSAL', text: loanText('askREVERSAL') },
            { id: 'CORRECTION', text: loanText('askCORRECTION') },
          ]}
          onItemClick={({ detail }) => onAsk(transaction, detail.id as AdjustmentType)}
        />
      ),
  };
}

function describeTransaction(transaction: Transaction): string {
  const type = loanText(`type${transaction.type}`);
  if (transaction.reverses_transaction_id !== undefined) return loanText('reversalOf', { type });
  return transaction.replaces_transaction_id === undefined
    ? type
    : loanText('replacementBy', { type });
}

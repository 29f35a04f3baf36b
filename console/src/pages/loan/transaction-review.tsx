import Box from '@cloudscape-design/components/box';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useEffect, useRef } from 'react';
import type { Account, Loan, LoanTransactionType } from '../../../../client/client.ts';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { formatAmount } from '../../values/money.ts';
import { computeBalanceAfter, computeOutstandingAfter, listParts } from './loan-draft.ts';
import type { AllocatedAmount } from './loan-draft.ts';
import { loanText } from './messages.ts';
import { useLoanAccount } from './use-loan-account.ts';

interface TransactionReviewProps {
  readonly loan: Loan;
  readonly type: LoanTransactionType;
  readonly reviewed: AllocatedAmount;
}

const OUTSTANDING_TEXTS = {
  principal: 'principalOutstanding',
  interest: 'interestOutstanding',
  fees: 'feesOutstanding',
} as const;

/** Restates the amount, and what is owed and on the account after it, before anything is sent. */
export function TransactionReview({ loan, type, reviewed }: TransactionReviewProps) {
  const { data: account, error, refetch } = useLoanAccount(loan.account_id);
  const question = useRef<HTMLDivElement>(null);
  // The fields that had the focus are gone.
  useEffect(() => question.current?.focus(), []);
  const format = (amount: string) => `${formatAmount(amount)}\u00a0${loan.currency}`;
  return (
    <SpaceBetween size="m">
      <div ref={question} tabIndex={-1}>
        <Box variant="strong">
          {loanText(`question${type}`, { amount: format(reviewed.amount) })}
        </Box>
      </div>
      <KeyValuePairs
        columns={1}
        items={[
          ...listParts(type).map((part) => ({
            label: loanText('after', { name: loanText(OUTSTANDING_TEXTS[part]) }),
            value: format(computeOutstandingAfter(type, reviewed, loan, part)),
          })),
          ...listBalance(type, reviewed, account),
        ]}
      />
      {error !== null && <ErrorPanel error={error} onTryAgain={() => void refetch()} />}
      <div>{loanText('reviewSentence')}</div>
    </SpaceBetween>
  );
}

function listBalance(
  type: LoanTransactionType,
  reviewed: AllocatedAmount,
  account: Account | undefined,
) {
  const after = account && computeBalanceAfter(type, reviewed, account.balance);
  if (account === undefined || after === undefined) return [];
  return [
    {
      label: loanText('balanceAfter', { name: account.name }),
      value: `${formatAmount(after)}\u00a0${account.currency}`,
    },
  ];
}

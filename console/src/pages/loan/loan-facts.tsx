import Container from '@cloudscape-design/components/container';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import type { ReactNode } from 'react';
import type { Loan } from '../../../../client/client.ts';
import { CopyId } from '../../parts/copy-id.tsx';
import { Instant } from '../../parts/instant.tsx';
import { PageLink } from '../../routing/page-link.tsx';
import { shortenIdentifier } from '../../values/identifiers.ts';
import { formatMinorUnits, sumAmounts } from '../../values/minor-units.ts';
import { formatAmount } from '../../values/money.ts';
import { computeUndisbursed, listParts, readOutstanding } from './loan-draft.ts';
import { loanText } from './messages.ts';
import { useLoanAccount } from './use-loan-account.ts';

/** The terms of the loan, and what of it is paid out and owed. */
export function LoanFacts({ loan }: { readonly loan: Loan }) {
  const { data: account } = useLoanAccount(loan.account_id);
  const facts: readonly (readonly [string, ReactNode])[] = [
    ...listAmounts(loan),
    [
      loanText('account'),
      <PageLink key="account" to="/accounts/$accountId" params={{ accountId: loan.account_id }}>
        {account?.name ?? shortenIdentifier(loan.account_id)}
      </PageLink>,
    ],
    [loanText('customer'), loan.customer_id],
    [loanText('product'), loan.product_id],
    [loanText('reference'), loan.reference ?? '–'],
    [loanText('id'), <CopyId key="id" id={loan.id} />],
    [loanText('created'), <Instant key="created" value={loan.created_at} />],
    [loanText('changed'), <Instant key="changed" value={loan.updated_at} />],
  ];
  return (
    <Container>
      <KeyValuePairs columns={4} items={facts.map(([label, value]) => ({ label, value }))} />
    </Container>
  );
}

function listAmounts(loan: Loan) {
  const outstanding = listParts('REPAYMENT').map((part) => readOutstanding(loan, part));
  const amounts = [
    ['outstanding', formatMinorUnits(sumAmounts(outstanding))],
    ['principalOutstanding', loan.principal_outstanding],
    ['interestOutstanding', loan.interest_outstanding],
    ['feesOutstanding', loan.fees_outstanding],
    ['principal', loan.principal],
    ['disbursed', loan.disbursed],
    ['undisbursed', computeUndisbursed(loan)],
  ] as const;
  return amounts.map(
    ([label, amount]) =>
      [loanText(label), `${formatAmount(amount)}\u00a0${loan.currency}`] as const,
  );
}

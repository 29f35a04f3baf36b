import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useCallback, useState } from 'react';
import type { Loan, LoanTransactionType } from '../../../../client/client.ts';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { useIsPermitted } from '../../session/session-context.tsx';
import { listLoanActions } from './loan-draft.ts';
import { loanText } from './messages.ts';
import { TransactionDialog } from './transaction-dialog.tsx';
import { TransactionNotice } from './transaction-notice.tsx';
import type { TransactionEnd } from './transaction-notice.tsx';
import { pageTitle } from '../../routing/page-titles.ts';

/** The heading of the page; without a loan while that is read. */
export function LoanHeader({ loan }: { readonly loan: Loan | undefined }) {
  const [type, setType] = useState<LoanTransactionType>();
  const [end, setEnd] = useState<TransactionEnd>();
  const close = useCallback((reached?: TransactionEnd) => {
    setType(undefined);
    setEnd(reached);
  }, []);
  return (
    <SpaceBetween size="m">
      <Header
        variant="h1"
        info={loan && <StatusBadge status={loan.status} />}
        actions={loan && <LoanActions loan={loan} onChoose={setType} />}
      >
        {loan === undefined || !loan.reference ? pageTitle('loan') : loan.reference}
      </Header>
      {end !== undefined && <TransactionNotice end={end} />}
      {loan !== undefined && type !== undefined && (
        <TransactionDialog loan={loan} type={type} onClose={close} />
      )}
    </SpaceBetween>
  );
}

interface LoanActionsProps {
  readonly loan: Loan;
  readonly onChoose: (type: LoanTransactionType) => void;
}

function LoanActions({ loan, onChoose }: LoanActionsProps) {
  const isPermitted = useIsPermitted(['finance.write']);
  const actions = listLoanActions(loan);
  if (!isPermitted || actions.length === 0) return null;
  return (
    <ButtonDropdown
      items={actions.map((id) => ({ id, text: loanText(`act${id}`) }))}
      onItemClick={({ detail }) => onChoose(detail.id as LoanTransactionType)}
    >
      {loanText('actions')}
    </ButtonDropdown>
  );
}

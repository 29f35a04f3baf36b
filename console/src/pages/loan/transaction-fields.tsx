import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Loan, LoanTransactionType } from '../../../../client/client.ts';
import { parseMinorUnits } from '../../values/minor-units.ts';
import { formatAmount } from '../../values/money.ts';
import { listPartLimits } from './loan-draft.ts';
import type { LoanDraftFaults, PartTexts } from './loan-draft.ts';
import { loanText } from './messages.ts';
import { PartFields } from './part-fields.tsx';

interface TransactionFieldsProps {
  readonly loan: Loan;
  readonly type: LoanTransactionType;
  readonly texts: PartTexts;
  readonly onChange: (texts: PartTexts) => void;
  readonly faults: LoanDraftFaults;
  readonly isLocked: boolean;
}

/** What a transaction does, and its amounts within what the loan takes. */
export function TransactionFields(props: TransactionFieldsProps) {
  const { loan, type, texts, onChange, faults, isLocked } = props;
  const limits = listPartLimits(type, loan);
  const payAll = () => {
    const owed = Object.entries(limits).map(([part, amount]) => [part, formatOwed(amount)]);
    onChange({ ...texts, ...(Object.fromEntries(owed) as Partial<PartTexts>) });
  };
  return (
    <SpaceBetween size="m">
      <div>{loanText(`about${type}`)}</div>
      <PartFields
        {...{ type, texts, onChange, limits, faults, isLocked }}
        currency={loan.currency}
      />
      {type === 'REPAYMENT' && (
        <Button formAction="none" disabled={isLocked} onClick={payAll}>
          {loanText('payAll')}
        </Button>
      )}
    </SpaceBetween>
  );
}

// A part of which nothing is owed is left empty, as an operator would leave it.
function formatOwed(outstanding: string): string {
  return parseMinorUnits(outstanding) === 0n ? '' : formatAmount(outstanding);
}

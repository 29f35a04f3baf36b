import Alert from '@cloudscape-design/components/alert';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { LoanTransactionType } from '../../../../client/client.ts';
import { describeAmountFault } from '../../parts/fields/amount-faults.ts';
import { MoneyField } from '../../parts/fields/money-field.tsx';
import { formatAmount } from '../../values/money.ts';
import { listParts } from './loan-draft.ts';
import type { LoanDraftFaults, AllocationPart, PartLimits, PartTexts } from './loan-draft.ts';
import { loanText } from './messages.ts';

interface PartFieldsProps {
  readonly type: LoanTransactionType;
  readonly currency: string;
  readonly texts: PartTexts;
  readonly onChange: (texts: PartTexts) => void;
  readonly limits: PartLimits;
  readonly faults: LoanDraftFaults;
  readonly isLocked: boolean;
}

/** An amount for each part of the loan that the type of the transaction changes. */
export function PartFields(props: PartFieldsProps) {
  const { type, currency, texts, onChange, limits, faults, isLocked } = props;
  const parts = listParts(type);
  return (
    <SpaceBetween size="m">
      {parts.map((part) => (
        <MoneyField
          key={part}
          label={loanText(parts.length === 1 ? 'amount' : part)}
          value={texts[part]}
          onChange={(text) => onChange({ ...texts, [part]: text })}
          error={describeFault(type, faults[part])}
          {...describeLimit(type, limits[part], currency)}
          isLocked={isLocked}
        />
      ))}
      {faults.form !== undefined && <Alert type="error">{loanText('faultNothing')}</Alert>}
    </SpaceBetween>
  );
}

function describeLimit(type: LoanTransactionType, limit: string | undefined, currency: string) {
  if (limit === undefined) return {};
  const amount = `${formatAmount(limit)}\u00a0${currency}`;
  const text = type === 'DISBURSEMENT' ? 'limitUndisbursed' : 'limitOutstanding';
  return { hint: loanText(text, { amount }) };
}

function describeFault(type: LoanTransactionType, fault: LoanDraftFaults[AllocationPart]) {
  if (fault === undefined) return undefined;
  if (typeof fault === 'string') return describeAmountFault(fault);
  const text = type === 'DISBURSEMENT' ? 'faultUndisbursed' : 'faultOutstanding';
  return loanText(text, { amount: formatAmount(fault.limit) });
}

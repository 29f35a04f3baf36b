import FormField from '@cloudscape-design/components/form-field';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import { useState } from 'react';
import type {
  Account,
  CreateFinancialAdjustment,
  JournalEntry,
} from '../../../../client/client.ts';
import { useApi } from '../../api/api-clients.ts';
import { requireData } from '../../api/api-failure.ts';
import { formatAmount } from '../../values/money.ts';
import { buildEntryBody, findDraftFaults } from './entry-draft.ts';
import type { DraftFault, DraftFaults, EntryInput } from './entry-draft.ts';
import { formatFault } from './fields/format-fault.ts';
import { LineFields } from './fields/line-fields.tsx';
import { PostingFields } from './fields/posting-fields.tsx';
import { postText } from './messages.ts';
import { PostingForm } from './posting-form.tsx';

interface CorrectionFormProps {
  readonly entry: JournalEntry;
  /** The accounts of its postings. */
  readonly accounts: readonly Account[];
  readonly onReset: () => void;
}

/** Asks for a correction of the entry, starting from what it posted. */
export function CorrectionForm({ entry, accounts, onReset }: CorrectionFormProps) {
  const [initial] = useState(() => toDraft(entry, accounts));
  const [draft, setDraft] = useState(initial);
  const [reason, setReason] = useState('');
  const [faults, setFaults] = useState<DraftFaults>({});
  const review = () => {
    const found = findDraftFaults(draft);
    const all = { ...found, ...(reason.trim() === '' && { reason: 'faultReason' as const }) };
    setFaults(all);
    if (Object.keys(all).length > 0) return undefined;
    const corrected = buildEntryBody(draft);
    return { body: buildCorrectionBody(entry.id, corrected, reason.trim()), entry: corrected };
  };
  return (
    <PostingForm
      operation="submitFinancialAdjustmentRequest"
      send={useSendCorrection()}
      isDirty={draft !== initial || reason !== ''}
      isCorrection
      review={review}
      onReset={onReset}
    >
      {(isLocked) => (
        <SpaceBetween size="m">
          <LineFields
            lines={draft.lines}
            onChange={(lines) => setDraft({ ...draft, lines })}
            faults={faults}
            isLocked={isLocked}
          />
          <PostingFields
            postings={draft.postings}
            onChange={(postings) => setDraft({ ...draft, postings })}
            faults={faults}
            isLocked={isLocked}
          />
          <ReasonField
            reason={reason}
            onChange={setReason}
            fault={faults['reason']}
            isLocked={isLocked}
          />
        </SpaceBetween>
      )}
    </PostingForm>
  );
}

interface ReasonFieldProps {
  readonly reason: string;
  readonly onChange: (reason: string) => void;
  readonly fault: DraftFault | undefined;
  readonly isLocked: boolean;
}

function ReasonField({ reason, onChange, fault, isLocked }: ReasonFieldProps) {
  return (
    <FormField
      label={postText('reason')}
      {...(fault !== undefined && { errorText: formatFault(fault) })}
    >
      <Textarea
        value={reason}
        readOnly={isLocked}
        onChange={({ detail }) => onChange(detail.value)}
      />
    </FormField>
  );
}

function useSendCorrection() {
  const { ledger } = useApi();
  return async (body: CreateFinancialAdjustment, key: string) =>
    requireData(
      await ledger.POST('/api/financial-adjustment-requests', {
        params: { header: { 'Idempotency-Key': key } },
        body,
      }),
    );
}

function buildCorrectionBody(
  target_id: string,
  { ledger_lines, account_postings = [] }: ReturnType<typeof buildEntryBody>,
  reason: string,
): CreateFinancialAdjustment {
  return {
    target_type: 'JOURNAL_ENTRY',
    target_id,
    adjustment_type: 'CORRECTION',
    reason,
    correction: { journal: { ledger_lines, account_postings } },
  };
}

function toDraft(entry: JournalEntry, accounts: readonly Account[]): EntryInput {
  const { ledger_lines, account_postings } = entry;
  return {
    lines: ledger_lines.map(({ account_code: code, debit_amount, credit_amount }, at) => ({
      id: `line-${at}`,
      code,
      debit: debit_amount === undefined ? '' : formatAmount(debit_amount),
      credit: credit_amount === undefined ? '' : formatAmount(credit_amount),
    })),
    postings: account_postings.map((posting) => ({
      id: posting.entry_id,
      account: accounts.find(({ id }) => id === posting.account_id),
      direction: posting.direction,
      amount: formatAmount(posting.amount),
      reference: posting.reference ?? '',
    })),
    description: '',
    effectiveDate: '',
  };
}

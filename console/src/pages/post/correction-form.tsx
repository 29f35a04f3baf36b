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
import type { DraftFaults, EntryInput } from './entry-draft.ts';
import { findCorrectionField, placeFaults } from './field-faults.ts';
import type { FieldFault } from './field-faults.ts';
import { EntryFields } from './fields/entry-fields.tsx';
import { formatFault } from './fields/format-fault.ts';
import { useSettledPostings } from './fields/use-settled-postings.ts';
import { PostingForm } from './form/posting-form.tsx';
import { postText } from './messages.ts';
import { usePostingDraft } from './use-posting-draft.ts';

interface CorrectionDraft extends EntryInput {
  readonly reason: string;
}

interface CorrectionFormProps {
  readonly entry: JournalEntry;
  /** The accounts of its postings. */
  readonly accounts: readonly Account[];
  readonly onReset: () => void;
}

/** Asks for a correction of the entry, starting from what it posted. */
export function CorrectionForm({ entry, accounts, onReset }: CorrectionFormProps) {
  const [initial] = useState(() => toDraft(entry, accounts));
  const { draft, isDirty, change, faults, check } = usePostingDraft(initial, findCorrectionFaults);
  const settle = useSettledPostings();
  const review = async () => {
    const settled = { ...draft, postings: await settle(draft.postings) };
    return check(settled) ? toReviewed(entry.id, settled) : undefined;
  };
  return (
    <PostingForm
      operation="submitFinancialAdjustmentRequest"
      send={useSendCorrection()}
      isDirty={isDirty}
      isCorrection
      drafted={isSound(draft) ? toReviewed(entry.id, draft) : undefined}
      review={review}
      onReset={onReset}
    >
      {({ isLocked, memberFaults }) => {
        const placed = placeFaults(memberFaults, (path) => findCorrectionField(draft, path));
        const shown = { ...placed, ...faults };
        return (
          <SpaceBetween size="m">
            <EntryFields draft={draft} onChange={change} faults={shown} isLocked={isLocked} />
            <ReasonField
              reason={draft.reason}
              onChange={(reason) => change({ reason })}
              fault={shown['reason']}
              isLocked={isLocked}
            />
          </SpaceBetween>
        );
      }}
    </PostingForm>
  );
}

interface ReasonFieldProps {
  readonly reason: string;
  readonly onChange: (reason: string) => void;
  readonly fault: FieldFault | undefined;
  readonly isLocked: boolean;
}

function ReasonField({ reason, onChange, fault, isLocked }: ReasonFieldProps) {
  return (
    <FormField label={postText('reason')} errorText={formatFault(fault)}>
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

function findCorrectionFaults(draft: CorrectionDraft): DraftFaults {
  const found = findDraftFaults(draft);
  return draft.reason.trim() === '' ? { ...found, reason: 'faultReason' } : found;
}

// What it would post can be seen before the operator has said why.
function isSound(draft: CorrectionDraft): boolean {
  return Object.keys(findDraftFaults(draft)).length === 0;
}

function toReviewed(entryId: string, draft: CorrectionDraft) {
  const entry = buildEntryBody(draft);
  return { body: buildCorrectionBody(entryId, entry, draft.reason.trim()), entry };
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

function toDraft(entry: JournalEntry, accounts: readonly Account[]): CorrectionDraft {
  const { ledger_lines, account_postings } = entry;
  return {
    lines: ledger_lines.map(({ account_code: code, debit_amount, credit_amount }, at) => ({
      id: `line-${at}`,
      code,
      debit: debit_amount === undefined ? '' : formatAmount(debit_amount),
      credit: credit_amount === undefined ? '' : formatAmount(credit_amount),
    })),
    postings: account_postings.map((posting) => {
      const account = accounts.find(({ id }) => id === posting.account_id);
      return {
        id: posting.entry_id,
        account,
        accountText: account?.name ?? '',
        direction: posting.direction,
        amount: formatAmount(posting.amount),
        reference: posting.reference ?? '',
      };
    }),
    description: '',
    effectiveDate: '',
    reason: '',
  };
}

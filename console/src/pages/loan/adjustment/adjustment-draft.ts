// The reversal or correction of a loan transaction, as an operator asks for it.
import type {
  AdjustmentType,
  CreateFinancialAdjustment,
  Transaction,
} from '../../../../../client/client.ts';
import { parseMinorUnits } from '../../../values/minor-units.ts';
import { formatAmount } from '../../../values/money.ts';
import { buildAllocatedAmount, findLoanDraftFaults } from '../loan-draft.ts';
import type { LoanDraftFaults, PartTexts } from '../loan-draft.ts';

export interface AdjustmentDraft {
  readonly texts: PartTexts;
  readonly reason: string;
}

export interface AdjustmentFaults {
  readonly parts: LoanDraftFaults;
  readonly isReasonMissing: boolean;
}

/** Starts from what the transaction posted. */
export function toAdjustmentDraft({ allocation }: Transaction): AdjustmentDraft {
  const { principal, interest, fees } = allocation;
  return {
    texts: {
      principal: formatPart(principal),
      interest: formatPart(interest),
      fees: formatPart(fees),
    },
    reason: '',
  };
}

/** Lists what must be changed before the request can be sent. */
export function findAdjustmentFaults(
  { type }: Transaction,
  adjustment: AdjustmentType,
  { texts, reason }: AdjustmentDraft,
): AdjustmentFaults {
  return {
    // The net effect on the loan is judged when another operator approves: no amount has a limit here.
    parts: adjustment === 'CORRECTION' ? findLoanDraftFaults(type, texts, {}) : {},
    isReasonMissing: reason.trim() === '',
  };
}

/** Builds the request of a draft without faults. */
export function buildAdjustmentRequest(
  { id, type, currency }: Transaction,
  adjustment: AdjustmentType,
  { texts, reason }: AdjustmentDraft,
): CreateFinancialAdjustment {
  return {
    target_type: 'TRANSACTION',
    target_id: id,
    adjustment_type: adjustment,
    reason: reason.trim(),
    ...(adjustment === 'CORRECTION' && {
      correction: { lending: buildAllocatedAmount(type, texts, currency) },
    }),
  };
}

/** Lists the transactions that may still be adjusted: no reversals, and none that one of the list reverses. */
export function listAdjustable(transactions: readonly Transaction[]): ReadonlySet<string> {
  const reversed = new Set(transactions.map((each) => each.reverses_transaction_id));
  const adjustable = transactions.filter(
    ({ id, reverses_transaction_id: reverses }) => reverses === undefined && !reversed.has(id),
  );
  return new Set(adjustable.map(({ id }) => id));
}

function formatPart(amount: string): string {
  return parseMinorUnits(amount) === 0n ? '' : formatAmount(amount);
}

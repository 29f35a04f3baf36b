// The requests that wait for a loan. The API lists requests by their state and not by their loan, so that those
// which wait are read and the loan's own picked out.
import type { ChangeRequest, FinancialAdjustmentRequest } from '../../../../../client/client.ts';
import { formatAmount } from '../../../values/money.ts';
import { loanText } from '../messages.ts';

export interface RequestPage<Request> {
  readonly items: readonly Request[];
  readonly next_cursor?: string;
}

type ReadRequestPage<Request> = (cursor: string | undefined) => Promise<RequestPage<Request>>;

type PendingAdjustment = Pick<
  FinancialAdjustmentRequest,
  'id' | 'adjustment_type' | 'target_loan_id'
>;
type PendingChange = Pick<ChangeRequest, 'id' | 'request'>;

/** Each reads a page of the requests that no one has decided yet. */
export interface PendingReader {
  readonly adjustments: ReadRequestPage<PendingAdjustment>;
  readonly changes: ReadRequestPage<PendingChange>;
}

export interface WaitingRequest {
  readonly id: string;
  /** What waits, as a sentence. */
  readonly text: string;
}

export interface WaitingRequests {
  readonly requests: readonly WaitingRequest[];
  /** False when so many wait that not all were read. */
  readonly isComplete: boolean;
}

/** So many pages of 100 are read of each list. */
const PAGES_MAX = 5;

/** Reads the requests that wait for the loan. */
export async function readPendingRequests(
  loanId: string,
  reader: PendingReader,
): Promise<WaitingRequests> {
  const [adjustments, changes] = await Promise.all([
    readPages(reader.adjustments),
    readPages(reader.changes),
  ]);
  const ownAdjustments = adjustments.items.filter((each) => each.target_loan_id === loanId);
  const ownChanges = changes.items.filter(({ request }) => request.path['loanId'] === loanId);
  return {
    requests: [
      ...ownAdjustments.map(({ id, adjustment_type: type }) => {
        return { id, text: loanText(`pending${type}`) };
      }),
      ...ownChanges.map((change) => ({ id: change.id, text: describeChange(change) })),
    ],
    isComplete: adjustments.isComplete && changes.isComplete,
  };
}

async function readPages<Request>(read: ReadRequestPage<Request>) {
  const items: Request[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const page = await read(cursor);
    items.push(...page.items);
    cursor = page.next_cursor;
    if (cursor === undefined) break;
  }
  return { items, isComplete: cursor === undefined };
}

/** A body of the operation, which the API has checked before it stored it. */
interface StoredBody {
  readonly type: 'DISBURSEMENT' | 'REPAYMENT' | 'INTEREST' | 'FEE';
  readonly amount: string;
  readonly currency: string;
}

function describeChange({ request }: PendingChange): string {
  const { type, amount, currency } = request.body as StoredBody;
  return loanText('pendingTransaction', {
    type: loanText(`type${type}`),
    amount: `${formatAmount(amount)}\u00a0${currency}`,
  });
}

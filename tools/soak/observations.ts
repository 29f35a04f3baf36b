// What the operators of a tenant know: the answers that they received, and the records in them that plans can
// use.
import type { SoakAnswer, AnswerBody, IntendedRequest } from './intended-request.ts';
import { isMutation } from './intended-request.ts';

export interface AcknowledgedRequest {
  readonly intent: IntendedRequest;
  readonly answer: SoakAnswer;
}

interface PendingRequest {
  readonly id: string;
  readonly maker: string;
}

interface LedgerRequest extends PendingRequest {
  readonly kind: string;
}

interface KnownTransaction {
  readonly id: string;
  readonly type: 'DISBURSEMENT' | 'REPAYMENT' | 'INTEREST' | 'FEE';
}

export class Observations {
  readonly tenant: string;
  /** Whether the tenant enforces its chart of accounts and its control accounts, and changes this. */
  readonly isControlled: boolean;
  /** Acknowledged mutations in the order of their answers, each key once. */
  readonly acknowledged: AcknowledgedRequest[] = [];
  /** Answers that violate the contract, as sentences. */
  readonly problems: string[] = [];
  /** The number of refusals, by code. */
  readonly refused = new Map<string, number>();
  /** Mutations that were refused although no refusal was required. */
  readonly refusedIntents: IntendedRequest[] = [];
  /** The records that plans may use; those of samples are not among them. */
  readonly accounts: string[] = [];
  readonly entries: string[] = [];
  readonly loans: string[] = [];
  readonly transactions: KnownTransaction[] = [];
  readonly lifecycle: PendingRequest[] = [];
  readonly adjustments: PendingRequest[] = [];
  readonly ledgerRequests: LedgerRequest[] = [];
  readonly changes: PendingRequest[] = [];
  /** The journal entries that adjustment requests target. */
  readonly targets: string[] = [];
  readonly exports: string[] = [];
  readonly #byKey = new Map<string, string>();
  /** The number of answered requests. */
  answered = 0;

  constructor(tenant: string, isControlled: boolean) {
    this.tenant = tenant;
    this.isControlled = isControlled;
  }

  note(intent: IntendedRequest, answer: SoakAnswer): void {
    this.answered += 1;
    const isSuccess = answer.status < 300;
    if (!isSuccess) this.#noteRefusal(intent, answer);
    else if (intent.refusal !== undefined) this.#addProblem(intent, answer);
    else if (isMutation(intent)) this.#acknowledge(intent, answer);
  }

  #noteRefusal(intent: IntendedRequest, answer: SoakAnswer): void {
    const { status, body } = answer;
    const code = String(body?.code);
    this.refused.set(code, (this.refused.get(code) ?? 0) + 1);
    const isExpected = intent.refusal === undefined ? status === 409 : code === intent.refusal;
    if (!isExpected) this.#addProblem(intent, answer);
    if (intent.refusal === undefined && isMutation(intent)) this.refusedIntents.push(intent);
  }

  #addProblem({ operation, key, refusal }: IntendedRequest, { status, text }: SoakAnswer): void {
    const expected = refusal === undefined ? '' : ` instead of ${refusal}`;
    const actual = `${status} ${text.slice(0, 500)}`;
    this.problems.push(`${this.tenant}: ${operation} ${key} was answered ${actual}${expected}`);
  }

  #acknowledge(intent: IntendedRequest, answer: SoakAnswer): void {
    const known = this.#byKey.get(intent.key);
    if (known !== undefined) {
      if (known !== answer.text) this.#addProblem({ ...intent, refusal: known }, answer);
      return;
    }
    this.#byKey.set(intent.key, answer.text);
    this.acknowledged.push({ intent, answer });
    if (intent.isSample !== true) this.#recordAnswer(intent, answer.body);
  }

  #recordAnswer({ operation, username: maker }: IntendedRequest, body: AnswerBody): void {
    const { id } = body;
    if (isChangeRequest(body)) {
      if (body.status === 'PENDING_APPROVAL') this.changes.push({ id, maker });
      if (isApprovedEntry(body)) this.entries.push(body.result.id);
      return;
    }
    if (operation === 'createAccount') this.accounts.push(id);
    if (operation === 'postJournalEntry') this.entries.push(id);
    if (operation === 'postJournalEntries') {
      this.entries.push(...body.items.map((item: AnswerBody) => item.id));
    }
    if (operation === 'createLoan') this.loans.push(id);
    if (operation === 'postLoanTransaction') this.transactions.push({ id, type: body.type });
    if (operation === 'submitAccountStatusTransition') this.lifecycle.push({ id, maker });
    // An update of the settings that takes two operators is answered with its request.
    if (body.kind !== undefined && body.status === 'PENDING_APPROVAL') {
      this.ledgerRequests.push({ id, maker, kind: body.kind });
    }
    if (operation === 'submitFinancialAdjustmentRequest') {
      this.adjustments.push({ id, maker });
      if (body.target_type === 'JOURNAL_ENTRY') this.targets.push(body.target_id);
    }
    if (operation === 'requestRegulatoryExport') this.exports.push(body.batchId);
    if (operation === 'approveFinancialAdjustmentRequest' && body.status === 'APPLIED') {
      this.entries.push(body.reversal_journal_entry_id);
    }
  }
}

/** Whether the answer is a change request, submitted or decided. */
export function isChangeRequest({ id }: AnswerBody): boolean {
  return String(id).startsWith('chg_');
}

/** Whether the change request has posted a journal entry. */
export function isApprovedEntry({ operation, status }: AnswerBody): boolean {
  return operation === 'postJournalEntry' && status === 'APPLIED';
}

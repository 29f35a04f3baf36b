// What a tenant's operators know: every answer that they were given, and what can be done with it.
import type { SoakAnswer, AnswerBody, IntendedRequest } from '../intended-request.ts';
import { isMutation } from '../intended-request.ts';

export interface AcknowledgedRequest {
  readonly intent: IntendedRequest;
  readonly answer: SoakAnswer;
}

interface PendingRequest {
  readonly id: string;
  readonly maker: string;
}

interface KnownTransaction {
  readonly id: string;
  readonly type: 'DISBURSEMENT' | 'REPAYMENT' | 'INTEREST' | 'FEE';
}

export class Observations {
  readonly tenant: string;
  /** Mutations in the order in which they were answered; each key once. */
  readonly acknowledged: AcknowledgedRequest[] = [];
  /** What should not have been answered so. */
  readonly problems: string[] = [];
  /** How often each refusal was given. */
  readonly refused = new Map<string, number>();
  /** Mutations that were refused unexpectedly. */
  readonly refusedIntents: IntendedRequest[] = [];
  /** What plans may do something with; samples keep theirs to themselves. */
  readonly accounts: string[] = [];
  readonly entries: string[] = [];
  readonly loans: string[] = [];
  readonly transactions: KnownTransaction[] = [];
  readonly lifecycle: PendingRequest[] = [];
  readonly adjustments: PendingRequest[] = [];
  /** The journal entries that they are about. */
  readonly targets: string[] = [];
  readonly exports: string[] = [];
  readonly #byKey = new Map<string, string>();
  /** Requests that were answered. */
  answered = 0;

  constructor(tenant: string) {
    this.tenant = tenant;
  }

  note(intent: IntendedRequest, answer: SoakAnswer): void {
    this.answered += 1;
    const isGood = answer.status < 300;
    if (!isGood) this.#noteRefusal(intent, answer);
    else if (intent.refusal !== undefined) this.#addProblem(intent, answer);
    else if (isMutation(intent)) this.#acknowledge(intent, answer);
  }

  #noteRefusal(intent: IntendedRequest, answer: SoakAnswer): void {
    const { status, body } = answer;
    const code = String(body?.code);
    this.refused.set(code, (this.refused.get(code) ?? 0) + 1);
    const isFine = intent.refusal === undefined ? status === 409 : code === intent.refusal;
    if (!isFine) this.#addProblem(intent, answer);
    if (intent.refusal === undefined && isMutation(intent)) this.refusedIntents.push(intent);
  }

  #addProblem({ operation, key, refusal }: IntendedRequest, { status, text }: SoakAnswer): void {
    const expected = refusal === undefined ? '' : ` instead of ${refusal}`;
    const said = `${status} ${text.slice(0, 500)}`;
    this.problems.push(`${this.tenant}: ${operation} ${key} was answered ${said}${expected}`);
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

  #recordAnswer({ operation, username: who }: IntendedRequest, body: AnswerBody): void {
    const { id } = body;
    if (operation === 'createAccount') this.accounts.push(id);
    if (operation === 'postJournalEntry') this.entries.push(id);
    if (operation === 'postJournalEntries') {
      this.entries.push(...body.items.map((item: AnswerBody) => item.id));
    }
    if (operation === 'createLoan') this.loans.push(id);
    if (operation === 'postLoanTransaction') this.transactions.push({ id, type: body.type });
    if (operation === 'submitAccountStatusTransition') this.lifecycle.push({ id, maker: who });
    if (operation === 'submitFinancialAdjustmentRequest') {
      this.adjustments.push({ id, maker: who });
      if (body.target_type === 'JOURNAL_ENTRY') this.targets.push(body.target_id);
    }
    if (operation === 'requestRegulatoryExport') this.exports.push(body.batchId);
    if (operation === 'approveFinancialAdjustmentRequest' && body.status === 'APPLIED') {
      this.entries.push(body.reversal_journal_entry_id);
    }
  }
}

// What a tenant's operators know: every answer that they were given, and what can be done with it.
import type { Answer, Body, Intent } from '../intent.ts';
import { isMutation } from '../intent.ts';

export interface Acknowledged {
  readonly intent: Intent;
  readonly answer: Answer;
}

interface Asked {
  readonly id: string;
  readonly maker: string;
}

interface Transaction {
  readonly id: string;
  readonly type: 'DISBURSEMENT' | 'REPAYMENT' | 'INTEREST' | 'FEE';
}

export class Memory {
  readonly tenant: string;
  /** Mutations in the order in which they were answered; each key once. */
  readonly acknowledged: Acknowledged[] = [];
  /** What should not have been answered so. */
  readonly complaints: string[] = [];
  /** How often each refusal was given. */
  readonly refused = new Map<string, number>();
  /** Mutations that nobody expected to be refused. */
  readonly refusedIntents: Intent[] = [];
  /** What plans may do something with; samples keep theirs to themselves. */
  readonly accounts: string[] = [];
  readonly entries: string[] = [];
  readonly loans: string[] = [];
  readonly transactions: Transaction[] = [];
  readonly lifecycle: Asked[] = [];
  readonly adjustments: Asked[] = [];
  /** The journal entries that they are about. */
  readonly targets: string[] = [];
  readonly exports: string[] = [];
  readonly #byKey = new Map<string, string>();
  /** Requests that were answered. */
  answered = 0;

  constructor(tenant: string) {
    this.tenant = tenant;
  }

  note(intent: Intent, answer: Answer): void {
    this.answered += 1;
    const isGood = answer.status < 300;
    if (!isGood) this.#noteRefusal(intent, answer);
    else if (intent.refusal !== undefined) this.#complain(intent, answer);
    else if (isMutation(intent)) this.#acknowledge(intent, answer);
  }

  #noteRefusal(intent: Intent, answer: Answer): void {
    const { status, body } = answer;
    const code = String(body?.code);
    this.refused.set(code, (this.refused.get(code) ?? 0) + 1);
    const isFine = intent.refusal === undefined ? status === 409 : code === intent.refusal;
    if (!isFine) this.#complain(intent, answer);
    if (intent.refusal === undefined && isMutation(intent)) this.refusedIntents.push(intent);
  }

  #complain({ operation, key, refusal }: Intent, { status, text }: Answer): void {
    const expected = refusal === undefined ? '' : ` instead of ${refusal}`;
    const said = `${status} ${text.slice(0, 500)}`;
    this.complaints.push(`${this.tenant}: ${operation} ${key} was answered ${said}${expected}`);
  }

  #acknowledge(intent: Intent, answer: Answer): void {
    const known = this.#byKey.get(intent.key);
    if (known !== undefined) {
      if (known !== answer.text) this.#complain({ ...intent, refusal: known }, answer);
      return;
    }
    this.#byKey.set(intent.key, answer.text);
    this.acknowledged.push({ intent, answer });
    if (intent.isSample !== true) this.#learn(intent, answer.body);
  }

  #learn({ operation, who }: Intent, body: Body): void {
    const { id } = body;
    if (operation === 'createAccount') this.accounts.push(id);
    if (operation === 'postJournalEntry') this.entries.push(id);
    if (operation === 'postJournalEntries') {
      this.entries.push(...body.items.map((item: Body) => item.id));
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

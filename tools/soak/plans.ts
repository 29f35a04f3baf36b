// What operators may want next, chosen at random from what their tenant has by then.
import { amountOf } from './amounts.ts';
import { exportOfAll } from './export-of-all.ts';
import type { Intent } from './intent.ts';
import type { Memory } from './faults/memory.ts';
import type { Plan } from './plan.ts';

export interface Sight {
  readonly own: Memory;
  /** What nobody of this tenant may see. */
  readonly other: Memory;
  /** From 0 to 1. */
  draw(): number;
}

type Choose = (sight: Sight) => Plan | Intent | undefined;

const ACCOUNTS_MAX = 12;
const LOANS_MAX = 6;

export function pick<One>(draw: () => number, all: readonly One[]): One | undefined {
  return all[Math.floor(draw() * all.length)];
}

// Half of what happens, happens on few accounts, so that it meets.
function anAccount({ own, draw }: Sight): string | undefined {
  return draw() < 0.4 ? own.accounts[0] : pick(draw, own.accounts);
}

/** The newest are the likeliest. */
function recent<One>(draw: () => number, all: readonly One[]): One | undefined {
  return all.at(-1 - Math.floor(draw() ** 3 * all.length));
}

function anAmount(draw: () => number, most = 50_000): string {
  return amountOf(BigInt(1 + Math.floor(draw() * most)));
}

const open: Choose = ({ own }) => {
  if (own.accounts.length >= ACCOUNTS_MAX) return undefined;
  const body = { customer_id: 'cus-1', product_id: 'soak', name: 'Ada Lovelace', currency: 'EUR' };
  return { operation: 'createAccount', body };
};

function entryBody(sight: Sight) {
  const { draw } = sight;
  const amount = anAmount(draw);
  const count = 1 + Math.floor(draw() * 2);
  const postings = Array.from({ length: count }, () => ({
    account_id: anAccount(sight),
    direction: draw() < 0.6 ? 'CREDIT' : 'DEBIT',
    amount: anAmount(draw),
    currency: 'EUR',
  }));
  return {
    ledger_lines: [
      { account_code: '1000', debit_amount: amount },
      { account_code: '2000', credit_amount: amount },
    ],
    account_postings: postings,
  };
}

const post: Choose = (sight) => {
  if (sight.own.accounts.length === 0) return undefined;
  return { operation: 'postJournalEntry', body: entryBody(sight) };
};

const postSeveral: Choose = (sight) => {
  if (sight.own.accounts.length === 0) return undefined;
  const entries = [entryBody(sight), entryBody(sight)];
  return { operation: 'postJournalEntries', body: { entries } };
};

const ask: Choose = (sight) => {
  const accountId = anAccount(sight);
  if (accountId === undefined) return undefined;
  const { draw } = sight;
  const transition = pick(draw, ['FREEZE', 'UNFREEZE', 'UNFREEZE', 'CLOSE']);
  const who = draw() < 0.3 ? 'operator' : 'maker';
  const body = { transition, reason: 'The card was lost.' };
  return { operation: 'submitAccountStatusTransition', who, path: { accountId }, body };
};

const adjust: Choose = (sight) => {
  const { own, draw } = sight;
  // Often one that somebody wants reversed already: only one of them may have it.
  const target_id = draw() < 0.4 ? own.targets.at(-1) : recent(draw, own.entries);
  if (target_id === undefined) return undefined;
  const isCorrection = draw() < 0.4;
  const body = {
    target_type: 'JOURNAL_ENTRY',
    target_id,
    adjustment_type: isCorrection ? 'CORRECTION' : 'REVERSAL',
    reason: 'It was posted by mistake.',
    ...(isCorrection && { correction: { journal: entryBody(sight) } }),
  };
  const who = draw() < 0.3 ? 'operator' : 'maker';
  return { operation: 'submitFinancialAdjustmentRequest', who, body };
};

const adjustLoan: Choose = ({ own, draw }) => {
  const target = recent(draw, own.transactions);
  if (target === undefined) return undefined;
  const isCorrection = draw() < 0.4;
  const lending = lendingOf(target.type, anAmount(draw, 1_000));
  const body = {
    target_type: 'TRANSACTION',
    target_id: target.id,
    adjustment_type: isCorrection ? 'CORRECTION' : 'REVERSAL',
    reason: 'It was posted by mistake.',
    ...(isCorrection && { correction: { lending } }),
  };
  return { operation: 'submitFinancialAdjustmentRequest', body };
};

const NOUNS = {
  lifecycle: 'AccountLifecycleRequest',
  adjustments: 'FinancialAdjustmentRequest',
} as const;

function decide(kind: keyof typeof NOUNS): Choose {
  const noun = NOUNS[kind];
  return ({ own, draw }) => {
    const request = recent(draw, own[kind]);
    if (request === undefined) return undefined;
    const path = { requestId: request.id };
    const approval = { operation: `approve${noun}` as const, path, body: {} };
    if (request.maker === 'operator' && draw() < 0.3) {
      return { ...approval, who: 'operator', refusal: 'self_approval' };
    }
    if (draw() < 0.8) return approval;
    return { operation: `reject${noun}`, path, body: { reason: 'Not needed.' } };
  };
}

const lend: Choose = (sight) => {
  const account_id = anAccount(sight);
  if (account_id === undefined || sight.own.loans.length >= LOANS_MAX) return undefined;
  const body = { customer_id: 'cus-1', product_id: 'loan', account_id, currency: 'EUR' };
  return { operation: 'createLoan', body: { ...body, principal: '100000.00' } };
};

const PARTS = {
  DISBURSEMENT: 'principal',
  REPAYMENT: 'principal',
  INTEREST: 'interest',
  FEE: 'fees',
} as const;

function lendingOf(type: keyof typeof PARTS, amount: string) {
  const none = { principal: '0.00', interest: '0.00', fees: '0.00' };
  return { amount, currency: 'EUR', allocation: { ...none, [PARTS[type]]: amount } };
}

const transact: Choose = ({ own, draw }) => {
  const loanId = pick(draw, own.loans);
  const types = ['DISBURSEMENT', 'DISBURSEMENT', 'REPAYMENT', 'INTEREST', 'FEE'] as const;
  const type = pick(draw, types);
  if (loanId === undefined || type === undefined) return undefined;
  const body = { type, ...lendingOf(type, anAmount(draw, 1_000)) };
  return { operation: 'postLoanTransaction', path: { loanId }, body };
};

const publish: Choose = ({ draw }) => {
  const id = `soak-${Math.floor(draw() * 3)}`;
  const body = { id, type: 'SAVINGS', config: { overdraft_limit: anAmount(draw) } };
  return { operation: 'upsertProduct', body };
};

const deliver: Choose = ({ own, draw }) => {
  const batchId = recent(draw, own.exports);
  if (batchId === undefined) return undefined;
  const body = { authority_reference: 'BaFin-4711', delivered_at: '2026-02-01T09:30:00Z' };
  return { operation: 'recordExportDelivery', path: { batchId }, body };
};

const look: Choose = (sight) => {
  const accountId = anAccount(sight);
  if (accountId === undefined) return undefined;
  const places = ['getAccount', 'getAccountBalance', 'getAccountStatement'] as const;
  return { operation: pick(sight.draw, places) ?? 'getAccount', path: { accountId } };
};

/** The same again, as by somebody who lost the answer. */
const repeat: Choose = ({ own, draw }) => pick(draw, own.acknowledged)?.intent;

const misuse: Choose = ({ own, draw }) => {
  const before = pick(draw, own.acknowledged)?.intent;
  if (before?.operation !== 'postJournalEntry') return undefined;
  const body = { ...(before.body as object), description: 'Another one' };
  return { ...before, body, refusal: 'idempotency_key_reused' };
};

const spy: Choose = ({ other, draw }) => {
  const accountId = pick(draw, other.accounts);
  if (accountId === undefined) return undefined;
  return { operation: 'getAccount', path: { accountId }, refusal: 'account_not_found' };
};

const choices: readonly (readonly [weight: number, Choose])[] = [
  [3, open],
  [20, post],
  [4, postSeveral],
  [4, ask],
  [5, decide('lifecycle')],
  [6, adjust],
  [3, adjustLoan],
  [8, decide('adjustments')],
  [2, lend],
  [6, transact],
  [2, publish],
  [1, exportOfAll],
  [1, deliver],
  [4, look],
  [5, repeat],
  [2, misuse],
  [2, spy],
];

const TOTAL = choices.reduce((sum, [weight]) => sum + weight, 0);

/** Something that can be wanted now. */
export function choose(sight: Sight): Plan | Intent {
  for (;;) {
    let at = sight.draw() * TOTAL;
    const chosen = choices.find(([weight]) => (at -= weight) < 0);
    const plan = chosen?.[1](sight);
    if (plan !== undefined) return plan;
  }
}

// The requests that operators may send next, chosen at random from the records that their tenant has.
import {
  buildAccountBody,
  buildAdjustmentBody,
  buildDeliveryBody,
  buildEntryBody,
  buildLoanBody,
  buildLoanTransactionBody,
  buildProductBody,
  buildTransitionBody,
  DEPOSITS,
} from '../../samples/request-bodies.ts';
import type { PostingBody } from '../../samples/request-bodies.ts';
import { formatAmount, parseMinorUnits } from '../amounts.ts';
import { drawDescription, planChangeDecision, planControls } from './control-plans.ts';
import { planFullExport } from './full-export-plan.ts';
import {
  drawEffectiveDate,
  drawExternalId,
  planLedgerAccount,
  planLedgerDecision,
  planMetadata,
  planPeriodChange,
  planSettings,
} from './ledger-plans.ts';
import type { PlanChooser, PlanContext, RequestPlan } from './plan.ts';
import { pickAccount, pickRandom, pickRecent } from './random-picks.ts';

const ACCOUNTS_MAX = 12;
const LOANS_MAX = 6;

/** Entries that a tenant refuses while it enforces its controls. */
const LOOSE_SHARE = 0.1;
/** Not tied to postings, and some on an account that is not in the chart. */
const LOOSE_CODES: readonly LineTerms[1][] = [
  ['1000', '1000'],
  ['1000', '2000'],
];

type LineTerms = [amount: string, codes: [string, string]];

function pickAmount(draw: () => number, maximum = 50_000): string {
  return formatAmount(BigInt(1 + Math.floor(draw() * maximum)));
}

/** Opens an account. */
export const OPENING: RequestPlan = {
  operation: 'createAccount',
  body: buildAccountBody({ product_id: 'soak' }),
};

const planAccount: PlanChooser = ({ own, draw }) => {
  if (own.accounts.length >= ACCOUNTS_MAX) return undefined;
  return {
    operation: 'createAccount',
    body: buildAccountBody({ product_id: 'soak', ...drawExternalId(draw) }),
  };
};

function drawEntryBody(context: PlanContext) {
  const { draw } = context;
  const count = 1 + Math.floor(draw() * 2);
  const postings = Array.from({ length: count }, (): PostingBody => ({
    account_id: pickAccount(context) ?? '',
    direction: draw() < 0.6 ? 'CREDIT' : 'DEBIT',
    amount: pickAmount(draw),
    currency: 'EUR',
  }));
  const isLoose = context.own.isControlled && draw() < LOOSE_SHARE;
  const loose = isLoose ? pickRandom(draw, LOOSE_CODES) : undefined;
  const [amount, codes] = loose ? ['1.00', loose] : tieLines(postings);
  return buildEntryBody(amount, codes, postings);
}

/** Lines that move the control account as the postings move the accounts. */
function tieLines(postings: readonly PostingBody[]): LineTerms {
  const signed = postings.map(({ direction, amount }) =>
    direction === 'CREDIT' ? parseMinorUnits(amount) : -parseMinorUnits(amount),
  );
  const net = signed.reduce((sum, amount) => sum + amount, 0n);
  if (net === 0n) return ['1.00', [DEPOSITS, DEPOSITS]];
  return net > 0n
    ? [formatAmount(net), ['1000', DEPOSITS]]
    : [formatAmount(-net), [DEPOSITS, '1000']];
}

/** A small credit of the account, which many operators may post at once. */
export function planCrowdedEntry(account: string, draw: () => number): RequestPlan {
  const posting = {
    account_id: account,
    direction: 'CREDIT' as const,
    amount: pickAmount(draw, 100),
    currency: 'EUR',
  };
  const body = buildEntryBody(...tieLines([posting]), [posting]);
  return { operation: 'postJournalEntry', body };
}

const planEntry: PlanChooser = (context) => {
  if (context.own.accounts.length === 0) return undefined;
  const { draw } = context;
  const body = { ...drawEntryBody(context), ...drawEffectiveDate(draw), ...drawDescription(draw) };
  return { operation: 'postJournalEntry', body };
};

const planEntries: PlanChooser = (context) => {
  if (context.own.accounts.length === 0) return undefined;
  const entries = [drawEntryBody(context), drawEntryBody(context)];
  return { operation: 'postJournalEntries', body: { entries } };
};

const planStatusTransition: PlanChooser = (context) => {
  const accountId = pickAccount(context);
  if (accountId === undefined) return undefined;
  const { draw } = context;
  const transition = pickRandom(draw, ['FREEZE', 'UNFREEZE', 'UNFREEZE', 'CLOSE']);
  const username = draw() < 0.3 ? 'operator' : 'maker';
  const body = buildTransitionBody(transition);
  return { operation: 'submitAccountStatusTransition', username, path: { accountId }, body };
};

const planAdjustment: PlanChooser = (context) => {
  const { own, draw } = context;
  // Often the target of an earlier request: only one of the two may be applied.
  const target_id = draw() < 0.4 ? own.targets.at(-1) : pickRecent(draw, own.entries);
  if (target_id === undefined) return undefined;
  const correction = draw() < 0.4 ? { journal: drawEntryBody(context) } : undefined;
  const body = buildAdjustmentBody('JOURNAL_ENTRY', target_id, correction);
  const username = draw() < 0.3 ? 'operator' : 'maker';
  return { operation: 'submitFinancialAdjustmentRequest', username, body };
};

const planLoanAdjustment: PlanChooser = ({ own, draw }) => {
  const target = pickRecent(draw, own.transactions);
  if (target === undefined) return undefined;
  const isCorrection = draw() < 0.4;
  const { type: _, ...lending } = buildLoanTransactionBody(target.type, pickAmount(draw, 1_000));
  const correction = isCorrection ? { lending } : undefined;
  const body = buildAdjustmentBody('TRANSACTION', target.id, correction);
  return { operation: 'submitFinancialAdjustmentRequest', body };
};

const NOUNS = {
  lifecycle: 'AccountLifecycleRequest',
  adjustments: 'FinancialAdjustmentRequest',
} as const;

function buildDecisionPlanner(kind: keyof typeof NOUNS): PlanChooser {
  const noun = NOUNS[kind];
  return ({ own, draw }) => {
    const request = pickRecent(draw, own[kind]);
    if (request === undefined) return undefined;
    const path = { requestId: request.id };
    const approval = { operation: `approve${noun}` as const, path, body: {} };
    if (request.maker === 'operator' && draw() < 0.3) {
      return { ...approval, username: 'operator', refusal: 'self_approval' };
    }
    if (draw() < 0.8) return approval;
    if (draw() < 0.5) {
      return { operation: `withdraw${noun}`, username: request.maker, path, body: {} };
    }
    return { operation: `reject${noun}`, path, body: { reason: 'Not needed.' } };
  };
}

const planLoan: PlanChooser = (context) => {
  const account_id = pickAccount(context);
  if (account_id === undefined || context.own.loans.length >= LOANS_MAX) return undefined;
  const body = buildLoanBody(account_id, { product_id: 'loan', principal: '100000.00' });
  return { operation: 'createLoan', body };
};

const planLoanTransaction: PlanChooser = ({ own, draw }) => {
  const loanId = pickRandom(draw, own.loans);
  const types = ['DISBURSEMENT', 'DISBURSEMENT', 'REPAYMENT', 'INTEREST', 'FEE'] as const;
  const type = pickRandom(draw, types);
  if (loanId === undefined || type === undefined) return undefined;
  const body = buildLoanTransactionBody(type, pickAmount(draw, 1_000));
  return { operation: 'postLoanTransaction', path: { loanId }, body };
};

const planProduct: PlanChooser = ({ draw }) => {
  const id = `soak-${Math.floor(draw() * 3)}`;
  const config = { overdraft_limit: pickAmount(draw) };
  const body = buildProductBody(id, { type: 'SAVINGS', config });
  return { operation: 'upsertProduct', body };
};

const planDelivery: PlanChooser = ({ own, draw }) => {
  const batchId = pickRecent(draw, own.exports);
  if (batchId === undefined) return undefined;
  return { operation: 'recordExportDelivery', path: { batchId }, body: buildDeliveryBody() };
};

const planRead: PlanChooser = (context) => {
  const accountId = pickAccount(context);
  if (accountId === undefined) return undefined;
  const reads = ['getAccount', 'getAccountBalance', 'getAccountStatement'] as const;
  return { operation: pickRandom(context.draw, reads) ?? 'getAccount', path: { accountId } };
};

/** Repeats an acknowledged request, as a client does that lost the answer. */
const planRepeat: PlanChooser = ({ own, draw }) => pickRandom(draw, own.acknowledged)?.intent;

const planKeyReuse: PlanChooser = ({ own, draw }) => {
  const original = pickRandom(draw, own.acknowledged)?.intent;
  if (original?.operation !== 'postJournalEntry') return undefined;
  const body = { ...(original.body as object), description: 'Another one' };
  return { ...original, body, refusal: 'idempotency_key_reused' };
};

const planForeignRead: PlanChooser = ({ other, draw }) => {
  const accountId = pickRandom(draw, other.accounts);
  if (accountId === undefined) return undefined;
  return { operation: 'getAccount', path: { accountId }, refusal: 'account_not_found' };
};

/** The requests of operators: how often each is planned, its name, and how it is chosen. */
export const weightedPlanners: readonly (readonly [
  weight: number,
  name: string,
  choose: PlanChooser,
])[] = [
  [3, 'account', planAccount],
  [20, 'entry', planEntry],
  [4, 'entries', planEntries],
  [4, 'status transition', planStatusTransition],
  [5, 'lifecycle decision', buildDecisionPlanner('lifecycle')],
  [6, 'adjustment', planAdjustment],
  [3, 'loan adjustment', planLoanAdjustment],
  [8, 'adjustment decision', buildDecisionPlanner('adjustments')],
  [2, 'metadata', planMetadata],
  [2, 'settings', planSettings],
  [2, 'ledger account', planLedgerAccount],
  [2, 'period change', planPeriodChange],
  [3, 'ledger decision', planLedgerDecision],
  [2, 'controls', planControls],
  [6, 'change decision', planChangeDecision],
  [2, 'loan', planLoan],
  [6, 'loan transaction', planLoanTransaction],
  [2, 'product', planProduct],
  [1, 'export', planFullExport],
  [1, 'delivery', planDelivery],
  [4, 'read', planRead],
  [5, 'repeat', planRepeat],
  [2, 'key reuse', planKeyReuse],
  [2, 'foreign read', planForeignRead],
];

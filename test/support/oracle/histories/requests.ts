// Turns the commands of a history into requests, on the records that there are by then.
import { operations } from '../../../../functions/operations/operations.ts';
import type { OperationName } from '../../../../functions/operations/operations.ts';
import { amountOf, minorOf } from './amounts.ts';
import { entryBody } from './entry-bodies.ts';
import { lendingBody, transactionBody } from './loan-bodies.ts';
import type { Command, Doing, Ref } from './commands.ts';
import type { Asked, Books, World } from './world.ts';

export interface Scene {
  readonly world: World;
  /** The tenants of the history, the main one first. */
  readonly tenants: readonly string[];
  /** What was sent before, newest first. */
  readonly sent: readonly Asked[];
  /** Gives every request a key of its own. */
  readonly nextKey: () => string;
}

/** The records that a command sees: those of its tenant, and of the other one. */
export interface View {
  readonly own: Books;
  readonly other: Books;
}

type What = Pick<Asked, 'operation' | 'path'> & { readonly body?: unknown };

/** The request that the command makes. */
export function ask(command: Command, scene: Scene): Asked {
  const before = command.do === 'repeat' ? scene.sent[command.nth] : undefined;
  if (before && command.do === 'repeat') return again(before, command, scene);
  const tenant = scene.tenants[command.tenant] ?? '';
  const view = viewOf(scene, tenant);
  const key = scene.nextKey();
  const asked: Asked = {
    tenant,
    subject: command.by,
    lacks: 'nothing',
    key,
    correlationId: `corr-${key}`,
    isMalformed: false,
    ...whatOf(command, view),
  };
  return handicapped(asked, command);
}

function viewOf({ world, tenants }: Scene, tenant: string): View {
  const other = tenants.find((name) => name !== tenant) ?? '';
  const [ownBooks, otherBooks] = [world.get(tenant), world.get(other)];
  if (!ownBooks || !otherBooks) throw new Error('a history has two tenants');
  return { own: ownBooks, other: otherBooks };
}

/** The identifier of the record, if there is one, and one that nobody has otherwise. */
export function idOf(
  { whose, nth }: Ref,
  { own, other }: View,
  kind: keyof Books,
  prefix: string,
): string {
  const ids = whose === 'nobody' ? [] : [...(whose === 'own' ? own : other)[kind].keys()];
  const id = ids.toReversed()[nth % Math.max(ids.length, 1)];
  return id ?? `${prefix}_01936f2e-5b1c-7c3a-9d41-6f2f7e1b2a00`;
}

function whatOf(doing: Doing, view: View): What {
  switch (doing.do) {
    case 'open':
      return { operation: 'createAccount', path: {}, body: newAccount(doing.currency) };
    case 'repeat':
      return { operation: 'createAccount', path: {}, body: newAccount('EUR') };
    case 'post':
      return { operation: 'postJournalEntry', path: {}, body: entryBody(doing.entry, view) };
    case 'batch': {
      const entries = doing.entries.map((entry) => entryBody(entry, view));
      return { operation: 'postJournalEntries', path: {}, body: { entries } };
    }
    case 'ask': {
      const accountId = idOf(doing.account, view, 'accounts', 'acc');
      const body = { transition: doing.transition, reason: 'Card reported stolen' };
      return { operation: 'submitAccountStatusTransition', path: { accountId }, body };
    }
    case 'decide': {
      const { lifecycle, adjustments } = view.own;
      const isIdle = lifecycle.size + adjustments.size === 0;
      return isIdle ? whatOf(FREEZE, view) : decision(doing, view);
    }
    case 'adjust':
      return adjustment(doing, view);
    case 'lend': {
      const account_id = idOf(doing.account, view, 'accounts', 'acc');
      const { principal, currency } = doing;
      const body = { customer_id: 'cus-1', product_id: 'loan', account_id, currency, principal };
      return { operation: 'createLoan', path: {}, body: { ...body, reference: 'Kitchen' } };
    }
    case 'transact': {
      const loanId = idOf(doing.loan, view, 'loans', 'loan');
      const body = transactionBody(doing, view.own.loans.get(loanId));
      return { operation: 'postLoanTransaction', path: { loanId }, body };
    }
    case 'look':
      return look(doing, view);
  }
}

function newAccount(currency: string) {
  return { customer_id: 'cus-1', product_id: 'current', name: 'Ada', currency };
}

type Of<Name extends Doing['do']> = Extract<Doing, { do: Name }>;

function decision({ on, request, how }: Of<'decide'>, view: View): What {
  // Where there is nothing of the one kind to decide, there may be of the other.
  const { lifecycle, adjustments } = view.own;
  const isLifecycle = on === 'lifecycle' ? lifecycle.size > 0 : adjustments.size === 0;
  const requestId = isLifecycle
    ? idOf(request, view, 'lifecycle', 'lcr')
    : idOf(request, view, 'adjustments', 'far');
  const operation: OperationName = isLifecycle
    ? `${how}AccountLifecycleRequest`
    : `${how}FinancialAdjustmentRequest`;
  const body = how === 'reject' || request.nth === 1 ? { reason: 'Checked' } : {};
  return { operation, path: { requestId }, body };
}

function adjustment({ of, target, type, kinds, entry, lending }: Of<'adjust'>, view: View): What {
  const isTransaction = of === 'TRANSACTION';
  const target_id = isTransaction
    ? idOf(target, view, 'transactions', 'txn')
    : idOf(target, view, 'journal', 'jrn');
  const { ledger_lines, account_postings } = entryBody(entry, view);
  const parts: Record<string, unknown> = {
    journal: { ledger_lines, account_postings },
    lending: lendingBody(lending, view.own.transactions.get(target_id)),
  };
  const fitting = type === 'CORRECTION' ? [isTransaction ? 'lending' : 'journal'] : [];
  const names = kinds.flatMap((kind) => (kind === 'fitting' ? fitting : [kind]));
  const correction = Object.fromEntries(names.map((name) => [name, parts[name]]));
  const body = {
    target_type: of,
    target_id,
    adjustment_type: type,
    reason: 'Posted by mistake',
    ...(names.length > 0 && { correction }),
  };
  return { operation: 'submitFinancialAdjustmentRequest', path: {}, body };
}

const PLACES = {
  getAccount: ['accounts', 'acc', 'accountId'],
  getAccountBalance: ['accounts', 'acc', 'accountId'],
  getAccountStatement: ['accounts', 'acc', 'accountId'],
  getJournalEntry: ['journal', 'jrn', 'journalEntryId'],
  getAccountLifecycleRequest: ['lifecycle', 'lcr', 'requestId'],
  getFinancialAdjustmentRequest: ['adjustments', 'far', 'requestId'],
  getLoan: ['loans', 'loan', 'loanId'],
  listLoanTransactions: ['loans', 'loan', 'loanId'],
  getTransaction: ['transactions', 'txn', 'transactionId'],
} as const;

function look({ at, record }: Of<'look'>, view: View): What {
  const [kind, prefix, name] = PLACES[at];
  return { operation: at, path: { [name]: idOf(record, view, kind, prefix) } };
}

// The same request again, or its key on another one.
function again(before: Asked, { change, by }: Of<'repeat'> & Command, scene: Scene): Asked {
  const { body } = before;
  if (typeof body !== 'object' || body === null) return before;
  if (change === 'order') {
    return { ...before, body: Object.fromEntries(Object.entries(body).toReversed()) };
  }
  if (change === 'operator') return { ...before, subject: by };
  if (change === 'tenant') {
    const tenant = scene.tenants.find((name) => name !== before.tenant) ?? '';
    return { ...before, tenant };
  }
  if (change === 'body') return { ...before, body: altered(body) };
  if (change === 'decision') return { ...before, ...whatOf(OPEN, viewOf(scene, before.tenant)) };
  return before;
}

/** What is done for lack of something to decide. */
const FREEZE: Doing = { do: 'ask', account: { whose: 'own', nth: 0 }, transition: 'FREEZE' };
const OPEN: Doing = { do: 'open', currency: 'EUR' };

// Valid as before, and yet another one.
function altered(body: object): object {
  const { reason, name, principal, amount } = body as Record<string, unknown>;
  if (typeof reason === 'string') return { ...body, reason: `${reason}.` };
  if (typeof name === 'string') return { ...body, name: `${name}.` };
  if (typeof principal === 'string') return { ...body, principal: more(principal) };
  if (typeof amount === 'string') return { ...body, amount: more(amount) };
  if ('ledger_lines' in body) return { ...body, description: 'Another one' };
  return 'entries' in body ? body : { ...body, reason: 'Another one' };
}

function more(amount: string): string {
  return amountOf(minorOf(amount) + 1n);
}

function handicapped(asked: Asked, { handicaps }: Command): Asked {
  const isMutation = operations[asked.operation].idempotent;
  return handicaps.reduce<Asked>((before, handicap) => {
    if (handicap === 'token') return { ...before, lacks: 'token' };
    if (handicap === 'permission') {
      return { ...before, lacks: before.lacks === 'token' ? 'token' : 'permission' };
    }
    if (!isMutation) return before;
    return handicap === 'key'
      ? { ...before, key: 'short' }
      : { ...before, body: [before.body], isMalformed: true };
  }, asked);
}

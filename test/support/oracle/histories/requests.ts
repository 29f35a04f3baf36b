// Turns the commands of a history into requests on the records that exist by then.
import { operations } from '../../../../functions/operations/operations.ts';
import type { OperationName } from '../../../../functions/operations/operations.ts';
import { formatAmount, parseMinorUnits } from './amounts.ts';
import { buildEntryBody } from './entry-bodies.ts';
import { buildLoanAmountsBody, buildTransactionBody } from './loan-bodies.ts';
import type { HistoryCommand, CommandAction, AccountReference } from './commands.ts';
import type { SentRequest, TenantState, OracleState } from './oracle-state.ts';

export interface RequestContext {
  readonly world: OracleState;
  /** The tenants of the history, the main one first. */
  readonly tenants: readonly string[];
  /** The requests sent before, newest first. */
  readonly sent: readonly SentRequest[];
  /** Generates a key for every request. */
  readonly nextKey: () => string;
}

/** The records that a command can refer to: those of its tenant and of the other one. */
export interface OracleView {
  readonly own: TenantState;
  readonly other: TenantState;
}

type RequestTarget = Pick<SentRequest, 'operation' | 'path'> & { readonly body?: unknown };

/** The request of the command. */
export function buildRequest(command: HistoryCommand, scene: RequestContext): SentRequest {
  const before = command.do === 'repeat' ? scene.sent[command.nth] : undefined;
  if (before && command.do === 'repeat') return buildRepeat(before, command, scene);
  const tenant = scene.tenants[command.tenant] ?? '';
  const view = buildView(scene, tenant);
  const key = scene.nextKey();
  const asked: SentRequest = {
    tenant,
    subject: command.by,
    missing: 'nothing',
    key,
    correlationId: `corr-${key}`,
    isMalformed: false,
    ...buildTarget(command, view),
  };
  return applyDefects(asked, command);
}

function buildView({ world, tenants }: RequestContext, tenant: string): OracleView {
  const other = tenants.find((name) => name !== tenant) ?? '';
  const [ownBooks, otherBooks] = [world.get(tenant), world.get(other)];
  if (!ownBooks || !otherBooks) throw new Error('a history has two tenants');
  return { own: ownBooks, other: otherBooks };
}

/** The identifier of the record, if it exists, or an unknown one. */
export function resolveReference(
  { owner: whose, nth }: AccountReference,
  { own, other }: OracleView,
  kind: keyof TenantState,
  prefix: string,
): string {
  const ids = whose === 'none' ? [] : [...(whose === 'own' ? own : other)[kind].keys()];
  const id = ids.toReversed()[nth % Math.max(ids.length, 1)];
  return id ?? `${prefix}_01936f2e-5b1c-7c3a-9d41-6f2f7e1b2a00`;
}

function buildTarget(doing: CommandAction, view: OracleView): RequestTarget {
  switch (doing.do) {
    case 'open':
      return { operation: 'createAccount', path: {}, body: buildAccountBody(doing.currency) };
    case 'repeat':
      return { operation: 'createAccount', path: {}, body: buildAccountBody('EUR') };
    case 'post':
      return { operation: 'postJournalEntry', path: {}, body: buildEntryBody(doing.entry, view) };
    case 'batch': {
      const entries = doing.entries.map((entry) => buildEntryBody(entry, view));
      return { operation: 'postJournalEntries', path: {}, body: { entries } };
    }
    case 'ask': {
      const accountId = resolveReference(doing.account, view, 'accounts', 'acc');
      const body = { transition: doing.transition, reason: 'Card reported stolen' };
      return { operation: 'submitAccountStatusTransition', path: { accountId }, body };
    }
    case 'decide': {
      const { lifecycle, adjustments } = view.own;
      const isIdle = lifecycle.size + adjustments.size === 0;
      return isIdle ? buildTarget(FREEZE, view) : buildDecision(doing, view);
    }
    case 'adjust':
      return buildAdjustment(doing, view);
    case 'lend': {
      const account_id = resolveReference(doing.account, view, 'accounts', 'acc');
      const { principal, currency } = doing;
      const body = { customer_id: 'cus-1', product_id: 'loan', account_id, currency, principal };
      return { operation: 'createLoan', path: {}, body: { ...body, reference: 'Kitchen' } };
    }
    case 'transact': {
      const loanId = resolveReference(doing.loan, view, 'loans', 'loan');
      const body = buildTransactionBody(doing, view.own.loans.get(loanId));
      return { operation: 'postLoanTransaction', path: { loanId }, body };
    }
    case 'look':
      return buildRead(doing, view);
  }
}

function buildAccountBody(currency: string) {
  return { customer_id: 'cus-1', product_id: 'current', name: 'Ada', currency };
}

type ActionNamed<Name extends CommandAction['do']> = Extract<CommandAction, { readonly do: Name }>;

function buildDecision(
  { on, request, how }: ActionNamed<'decide'>,
  view: OracleView,
): RequestTarget {
  // Without a request of the one kind to decide, there may be one of the other.
  const { lifecycle, adjustments } = view.own;
  const isLifecycle = on === 'lifecycle' ? lifecycle.size > 0 : adjustments.size === 0;
  const requestId = isLifecycle
    ? resolveReference(request, view, 'lifecycle', 'lcr')
    : resolveReference(request, view, 'adjustments', 'far');
  const operation: OperationName = isLifecycle
    ? `${how}AccountLifecycleRequest`
    : `${how}FinancialAdjustmentRequest`;
  const body = how === 'reject' || request.nth === 1 ? { reason: 'Checked' } : {};
  return { operation, path: { requestId }, body };
}

function buildAdjustment(
  { of, target, type, kinds, entry, lending }: ActionNamed<'adjust'>,
  view: OracleView,
): RequestTarget {
  const isTransaction = of === 'TRANSACTION';
  const target_id = isTransaction
    ? resolveReference(target, view, 'transactions', 'txn')
    : resolveReference(target, view, 'journal', 'jrn');
  const { ledger_lines, account_postings } = buildEntryBody(entry, view);
  const parts: Record<string, unknown> = {
    journal: { ledger_lines, account_postings },
    lending: buildLoanAmountsBody(lending, view.own.transactions.get(target_id)),
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

function buildRead({ at, record }: ActionNamed<'look'>, view: OracleView): RequestTarget {
  const [kind, prefix, name] = PLACES[at];
  return { operation: at, path: { [name]: resolveReference(record, view, kind, prefix) } };
}

// The same request again, or its key on another one.
function buildRepeat(
  before: SentRequest,
  { change, by }: ActionNamed<'repeat'> & HistoryCommand,
  scene: RequestContext,
): SentRequest {
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
  if (change === 'body') return { ...before, body: alterBody(body) };
  if (change === 'decision')
    return { ...before, ...buildTarget(OPEN, buildView(scene, before.tenant)) };
  return before;
}

/** The command used when nothing is left to decide. */
const FREEZE: CommandAction = {
  do: 'ask',
  account: { owner: 'own', nth: 0 },
  transition: 'FREEZE',
};
const OPEN: CommandAction = { do: 'open', currency: 'EUR' };

// Still valid, but different.
function alterBody(body: object): object {
  const { reason, name, principal, amount } = body as Record<string, unknown>;
  if (typeof reason === 'string') return { ...body, reason: `${reason}.` };
  if (typeof name === 'string') return { ...body, name: `${name}.` };
  if (typeof principal === 'string') return { ...body, principal: raiseAmount(principal) };
  if (typeof amount === 'string') return { ...body, amount: raiseAmount(amount) };
  if ('ledger_lines' in body) return { ...body, description: 'Another one' };
  return 'entries' in body ? body : { ...body, reason: 'Another one' };
}

function raiseAmount(amount: string): string {
  return formatAmount(parseMinorUnits(amount) + 1n);
}

function applyDefects(asked: SentRequest, { defects }: HistoryCommand): SentRequest {
  const isMutation = operations[asked.operation].idempotent;
  return defects.reduce<SentRequest>((before, defect) => {
    if (defect === 'token') return { ...before, missing: 'token' };
    if (defect === 'permission') {
      return { ...before, missing: before.missing === 'token' ? 'token' : 'permission' };
    }
    if (!isMutation) return before;
    return defect === 'key'
      ? { ...before, key: 'short' }
      : { ...before, body: [before.body], isMalformed: true };
  }, asked);
}

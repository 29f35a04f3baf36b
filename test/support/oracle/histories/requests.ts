// Turns the commands of a history into requests on the records that exist at that point.
import { operations } from '../../../../functions/operations/operations.ts';
import type { OperationName } from '../../../../functions/operations/operations.ts';
import { formatAmount, parseMinorUnits } from './amounts.ts';
import { buildEntryBody } from './entry-bodies.ts';
import { PERIODS } from './general-ledger/ledger-commands.ts';
import { buildLedgerTarget } from './general-ledger/ledger-targets.ts';
import { buildLoanAmountsBody, buildTransactionBody } from './loan-bodies.ts';
import type {
  CommandAction,
  EntryInstant,
  HistoryCommand,
  DecidedKind,
  OracleView,
} from './commands.ts';
import { resolveReference } from './commands.ts';
import type { OracleAccount, SentRequest, OracleState } from './oracle-state.ts';

export interface RequestContext {
  readonly state: OracleState;
  /** The tenants of the history, the main one first. */
  readonly tenants: readonly string[];
  /** The earlier requests, newest first. */
  readonly sent: readonly SentRequest[];
  /** Generates a key for every request. */
  readonly nextKey: () => string;
}

type RequestTarget = Pick<SentRequest, 'operation' | 'path' | 'query'> & {
  readonly body?: unknown;
};

/** The request of the command. */
export function buildRequest(command: HistoryCommand, context: RequestContext): SentRequest {
  const earlier = command.do === 'repeat' ? context.sent[command.nth] : undefined;
  if (earlier && command.do === 'repeat') return buildRepeat(earlier, command, context);
  const tenant = context.tenants[command.tenant] ?? '';
  const view = buildView(context, tenant);
  const key = context.nextKey();
  const request: SentRequest = {
    tenant,
    subject: command.by,
    missing: 'nothing',
    key,
    correlationId: `corr-${key}`,
    isMalformed: false,
    at: new Date().toISOString(),
    ...buildTarget(command, view),
  };
  return applyDefects(request, command);
}

function buildView({ state, tenants }: RequestContext, tenant: string): OracleView {
  const other = tenants.find((name) => name !== tenant) ?? '';
  const [ownState, otherState] = [state.get(tenant), state.get(other)];
  if (!ownState || !otherState) throw new Error('A history has two tenants.');
  return { own: ownState, other: otherState };
}

function buildTarget(action: CommandAction, view: OracleView): RequestTarget {
  switch (action.do) {
    case 'open':
      return { operation: 'createAccount', path: {}, body: buildAccountBody(action) };
    case 'repeat':
      return { operation: 'createAccount', path: {}, body: buildAccountBody(OPEN) };
    case 'describe': {
      const accountId = resolveReference(action.account, view, 'accounts', 'acc');
      const body = { metadata: action.metadata };
      return { operation: 'replaceAccountMetadata', path: { accountId }, body };
    }
    case 'post':
      return { operation: 'postJournalEntry', path: {}, body: buildEntryBody(action.entry, view) };
    case 'batch': {
      const entries = action.entries.map((entry) => buildEntryBody(entry, view));
      return { operation: 'postJournalEntries', path: {}, body: { entries } };
    }
    case 'submit': {
      const accountId = resolveReference(action.account, view, 'accounts', 'acc');
      const body = { transition: action.transition, reason: 'Card reported stolen' };
      return { operation: 'submitAccountStatusTransition', path: { accountId }, body };
    }
    case 'decide': {
      const kind = findDecided(action.on, view);
      return kind ? buildDecision(action, kind, view) : buildTarget(FREEZE, view);
    }
    case 'adjust':
      return buildAdjustment(action, view);
    case 'create loan': {
      const account_id = resolveReference(action.account, view, 'accounts', 'acc');
      const { principal, currency } = action;
      const body = { customer_id: 'cus-1', product_id: 'loan', account_id, currency, principal };
      return { operation: 'createLoan', path: {}, body: { ...body, reference: 'Kitchen' } };
    }
    case 'transact': {
      const loanId = resolveReference(action.loan, view, 'loans', 'loan');
      const body = buildTransactionBody(action, view.own.loans.get(loanId));
      return { operation: 'postLoanTransaction', path: { loanId }, body };
    }
    case 'read':
      return buildRead(action, view);
    case 'control':
      return { operation: 'replaceControls', path: {}, body: { controls: action.controls } };
    case 'set':
    case 'define':
    case 'close':
    case 'reopen':
    case 'close year':
      return buildLedgerTarget(action);
  }
}

function buildAccountBody({ currency, externalId, metadata }: ActionNamed<'open'>) {
  return {
    customer_id: 'cus-1',
    product_id: 'current',
    name: 'Ada',
    currency,
    ...(externalId !== undefined && { external_id: externalId }),
    ...(metadata && { metadata }),
  };
}

type ActionNamed<Name extends CommandAction['do']> = Extract<CommandAction, { readonly do: Name }>;

const REQUESTS = {
  lifecycle: ['lifecycle', 'lcr', 'AccountLifecycleRequest'],
  adjustment: ['adjustments', 'far', 'FinancialAdjustmentRequest'],
  ledger: ['ledgerRequests', 'glr', 'GeneralLedgerRequest'],
  change: ['changes', 'chg', 'ChangeRequest'],
} as const;

/** The kind, or another one when there is no request of this kind. */
function findDecided(on: DecidedKind, { own }: OracleView): DecidedKind | undefined {
  const kinds: readonly DecidedKind[] = [on, 'lifecycle', 'adjustment', 'ledger', 'change'];
  return kinds.find((kind) => own[REQUESTS[kind][0]].size > 0);
}

function buildDecision(
  { request, how }: ActionNamed<'decide'>,
  kind: DecidedKind,
  view: OracleView,
): RequestTarget {
  const [records, prefix, noun] = REQUESTS[kind];
  const requestId = resolveReference(request, view, records, prefix);
  const operation: OperationName = `${how}${noun}`;
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

const REFERENCES = {
  getAccount: ['accounts', 'acc', 'accountId'],
  getAccountBalance: ['accounts', 'acc', 'accountId'],
  getAccountStatement: ['accounts', 'acc', 'accountId'],
  getJournalEntry: ['journal', 'jrn', 'journalEntryId'],
  getAccountLifecycleRequest: ['lifecycle', 'lcr', 'requestId'],
  getFinancialAdjustmentRequest: ['adjustments', 'far', 'requestId'],
  getLoan: ['loans', 'loan', 'loanId'],
  listLoanTransactions: ['loans', 'loan', 'loanId'],
  getTransaction: ['transactions', 'txn', 'transactionId'],
  getGeneralLedgerAccount: ['chart', 'glc', 'code'],
  getGeneralLedgerRequest: ['ledgerRequests', 'glr', 'requestId'],
  getChangeRequest: ['changes', 'chg', 'requestId'],
} as const;

function buildRead({ at, record, instant }: ActionNamed<'read'>, view: OracleView): RequestTarget {
  if (at === 'getGeneralLedgerSettings' || at === 'getControls') return { operation: at, path: {} };
  if (at === 'getGeneralLedgerPeriod') {
    return { operation: at, path: { period: PERIODS[record.nth] ?? '' } };
  }
  const [kind, prefix, name] = REFERENCES[at];
  const id = resolveReference(record, view, kind, prefix);
  const request = { operation: at, path: { [name]: id } };
  if (!instant) return request;
  const time = resolveInstant(instant, view.own.accounts.get(id));
  if (at === 'getAccountBalance') return { ...request, query: { as_of: time } };
  return at === 'getAccountStatement' ? { ...request, query: { from: time } } : request;
}

function resolveInstant({ nth, offsetMs }: EntryInstant, account?: OracleAccount): string {
  const entries = account?.entries.toReversed() ?? [];
  const entry = entries[nth % Math.max(entries.length, 1)];
  const time = Date.parse(String(entry?.['posted_at'] ?? account?.changedAt ?? '2020-01-01'));
  return new Date(time + offsetMs).toISOString();
}

// Repeats the request, or uses its key for another one.
function buildRepeat(
  earlier: SentRequest,
  { change, by }: ActionNamed<'repeat'> & HistoryCommand,
  context: RequestContext,
): SentRequest {
  const { body } = earlier;
  if (typeof body !== 'object' || body === null) return earlier;
  if (change === 'order') {
    return { ...earlier, body: Object.fromEntries(Object.entries(body).toReversed()) };
  }
  if (change === 'operator') return { ...earlier, subject: by };
  if (change === 'tenant') {
    const tenant = context.tenants.find((name) => name !== earlier.tenant) ?? '';
    return { ...earlier, tenant };
  }
  if (change === 'body') return { ...earlier, body: alterBody(body) };
  if (change === 'decision')
    return { ...earlier, ...buildTarget(OPEN, buildView(context, earlier.tenant)) };
  return earlier;
}

/** Replaces a decision while there is no request to decide. */
const FREEZE: CommandAction = {
  do: 'submit',
  account: { owner: 'own', nth: 0 },
  transition: 'FREEZE',
};
const OPEN = { do: 'open', currency: 'EUR' } as const;

// The body stays valid, but has another fingerprint.
function alterBody(body: object): object {
  const { reason, name, principal, amount } = body as Record<string, unknown>;
  if (typeof reason === 'string') return { ...body, reason: `${reason}.` };
  if (typeof name === 'string') return { ...body, name: `${name}.` };
  if (typeof principal === 'string') return { ...body, principal: raiseAmount(principal) };
  if (typeof amount === 'string') return { ...body, amount: raiseAmount(amount) };
  if ('metadata' in body) return { metadata: { branch: 'Lisbon 5' } };
  if ('ledger_lines' in body) return { ...body, description: 'Another one' };
  return 'entries' in body ? body : { ...body, reason: 'Another one' };
}

function raiseAmount(amount: string): string {
  return formatAmount(parseMinorUnits(amount) + 1n);
}

function applyDefects(request: SentRequest, { defects }: HistoryCommand): SentRequest {
  const isMutation = operations[request.operation].idempotent;
  return defects.reduce<SentRequest>((before, defect) => {
    if (defect === 'token') return { ...before, missing: 'token' };
    if (defect === 'permission') {
      return { ...before, missing: before.missing === 'token' ? 'token' : 'permission' };
    }
    if (!isMutation) return before;
    return defect === 'key'
      ? { ...before, key: 'short' }
      : { ...before, body: [before.body], isMalformed: true };
  }, request);
}

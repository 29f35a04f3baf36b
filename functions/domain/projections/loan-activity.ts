// loan_activity: one record per loan, with the outstanding amounts, totals by type of transaction and
// the last transactions. Every event is one version of the loan and counts once.
import {
  readCurrency,
  formatMoney,
  subtractMoney,
  money,
  parseMoney,
  addMoney,
} from '../values/money.ts';
import {
  readObjectMember,
  readObjectMembers,
  readPayload,
  readTextMember,
  UnreadableEventError,
} from './event-payload.ts';
import type { DomainEvent, Projector, ProjectionState } from './projector.ts';

const LAST_TRANSACTIONS = 10;

interface TransactionTotal extends ProjectionState {
  /** The sum of postings that were not reversed. */
  readonly amount: string;
  readonly count: number;
  readonly reversed: number;
}

/** A transaction and its order: the loan's version and its position within that version. */
interface PositionedTransaction extends ProjectionState {
  readonly version: number;
  readonly position: number;
  readonly transaction: ProjectionState;
}

interface LoanActivityState extends ProjectionState {
  /** The loan as of its newest known version. */
  readonly loan: ProjectionState;
  readonly version: number;
  /** All versions up to this one are applied, and so are those that came early. */
  readonly through: number;
  readonly beyond: readonly number[];
  readonly totals: Readonly<Record<string, TransactionTotal>>;
  /** Newest first. */
  readonly last: readonly PositionedTransaction[];
}

interface LoanEventContent {
  readonly loan: ProjectionState;
  readonly transactions: readonly ProjectionState[];
}

const eventReaders: Readonly<Record<string, (event: DomainEvent) => LoanEventContent>> = {
  'loan.created': (event) => ({ loan: readPayload(event), transactions: [] }),
  'loan_transaction.posted': (event) => {
    const payload = readPayload(event);
    const transactions = [readObjectMember(payload, 'transaction', event.type)];
    return { loan: readObjectMember(payload, 'loan', event.type), transactions };
  },
  'loan.adjusted': (event) => {
    const payload = readPayload(event);
    const transactions = readObjectMembers(payload, 'transactions', event.type);
    return { loan: readObjectMember(payload, 'loan', event.type), transactions };
  },
};

export const loanActivity: Projector = {
  name: 'loan_activity',

  touches(event) {
    const read = Object.hasOwn(eventReaders, event.type) ? eventReaders[event.type] : undefined;
    if (!read) return [];
    const id = readTextMember(read(event).loan, 'id', event.type);
    if (id === event.aggregateId) return [id];
    throw new UnreadableEventError(`${event.type}: the loan is not the event's`);
  },

  apply(before, event) {
    const change = eventReaders[event.type]?.(event);
    const state = before as LoanActivityState | undefined;
    if (!change) throw new UnreadableEventError(`${event.type}: not an event of a loan`);
    if (state && isApplied(state, event.version)) return state;
    return {
      ...pickNewestLoan(state, change.loan, event.version),
      ...markApplied(state, event.version),
      totals: change.transactions.reduce(addTransaction, state?.totals ?? {}),
      last: pickLastTransactions(state, change.transactions, event.version),
    };
  },

  payload(state) {
    const { loan, totals, last } = state as LoanActivityState;
    const transactions = last.map(({ transaction }) => transaction);
    return { ...loan, totals, last_transactions: transactions };
  },
};

function isApplied({ through, beyond }: LoanActivityState, version: number): boolean {
  return version <= through || beyond.includes(version);
}

function pickNewestLoan(
  state: LoanActivityState | undefined,
  loan: ProjectionState,
  version: number,
) {
  return state && state.version > version
    ? { loan: state.loan, version: state.version }
    : { loan, version };
}

// The versions of a loan have no gaps, so that early ones are few and soon merged.
function markApplied(state: LoanActivityState | undefined, version: number) {
  const early = [...(state?.beyond ?? []), version].sort((left, right) => left - right);
  let through = state?.through ?? 0;
  while (early[0] === through + 1) through = early.shift() ?? through;
  return { through, beyond: early };
}

function addTransaction(
  totals: LoanActivityState['totals'],
  transaction: ProjectionState,
): LoanActivityState['totals'] {
  const [type, text, currency] = ['type', 'amount', 'currency'].map((name) =>
    readTextMember(transaction, name, 'a transaction'),
  ) as [string, string, string];
  const amount = parseEventAmount(text, currency);
  const {
    amount: sum = formatMoney(money(0n, readCurrency(amount))),
    count = 0,
    reversed = 0,
  } = totals[type] ?? {};
  const before = parseMoney(sum, currency);
  const isReversal = transaction['reverses_transaction_id'] !== undefined;
  const after = isReversal
    ? { amount: subtractMoney(before, amount), count, reversed: reversed + 1 }
    : { amount: addMoney(before, amount), count: count + 1, reversed };
  return { ...totals, [type]: { ...after, amount: formatMoney(after.amount) } };
}

function parseEventAmount(text: string, currency: string) {
  try {
    return parseMoney(text, currency);
  } catch (cause) {
    throw new UnreadableEventError('a transaction: its amount cannot be read', { cause });
  }
}

function pickLastTransactions(
  state: LoanActivityState | undefined,
  transactions: readonly ProjectionState[],
  version: number,
) {
  const placed = transactions.map((transaction, position) => ({ version, position, transaction }));
  return [...(state?.last ?? []), ...placed]
    .sort((left, right) => right.version - left.version || right.position - left.position)
    .slice(0, LAST_TRANSACTIONS);
}

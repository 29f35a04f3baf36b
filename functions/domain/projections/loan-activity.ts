// loan_activity: one record per loan, with what is outstanding, totals by type of transaction and
// the last transactions. Every event is one version of the loan, and counts once.
import { currencyOf, formatMoney, minus, money, parseMoney, plus } from '../values/money.ts';
import { member, members, payloadOf, textIn, UnreadableEvent } from './event-payload.ts';
import type { DomainEvent, Projector, State } from './projector.ts';

const LAST_TRANSACTIONS = 10;

interface Total extends State {
  /** What was posted and not reversed. */
  readonly amount: string;
  readonly count: number;
  readonly reversed: number;
}

/** A transaction, and its place: the loan's version and its position within that. */
interface Placed extends State {
  readonly version: number;
  readonly position: number;
  readonly transaction: State;
}

interface LoanState extends State {
  /** As its newest known version leaves it. */
  readonly loan: State;
  readonly version: number;
  /** All versions up to this one are in it, and those that came before their turn. */
  readonly through: number;
  readonly beyond: readonly number[];
  readonly totals: Readonly<Record<string, Total>>;
  /** The newest first. */
  readonly last: readonly Placed[];
}

interface Told {
  readonly loan: State;
  readonly transactions: readonly State[];
}

const readers: Readonly<Record<string, (event: DomainEvent) => Told>> = {
  'loan.created': (event) => ({ loan: payloadOf(event), transactions: [] }),
  'loan_transaction.posted': (event) => {
    const payload = payloadOf(event);
    const transactions = [member(payload, 'transaction', event.type)];
    return { loan: member(payload, 'loan', event.type), transactions };
  },
  'loan.adjusted': (event) => {
    const payload = payloadOf(event);
    const transactions = members(payload, 'transactions', event.type);
    return { loan: member(payload, 'loan', event.type), transactions };
  },
};

export const loanActivity: Projector = {
  name: 'loan_activity',

  touches(event) {
    const read = Object.hasOwn(readers, event.type) ? readers[event.type] : undefined;
    if (!read) return [];
    const id = textIn(read(event).loan, 'id', event.type);
    if (id === event.aggregateId) return [id];
    throw new UnreadableEvent(`${event.type}: the loan is not the event's`);
  },

  apply(before, event) {
    const told = readers[event.type]?.(event);
    const state = before as LoanState | undefined;
    if (!told) throw new UnreadableEvent(`${event.type}: no event of a loan`);
    if (state && isIn(state, event.version)) return state;
    return {
      ...newest(state, told.loan, event.version),
      ...seen(state, event.version),
      totals: told.transactions.reduce(withTransaction, state?.totals ?? {}),
      last: lastOf(state, told.transactions, event.version),
    };
  },

  payload(state) {
    const { loan, totals, last } = state as LoanState;
    const transactions = last.map(({ transaction }) => transaction);
    return { ...loan, totals, last_transactions: transactions };
  },
};

function isIn({ through, beyond }: LoanState, version: number): boolean {
  return version <= through || beyond.includes(version);
}

function newest(state: LoanState | undefined, loan: State, version: number) {
  return state && state.version > version
    ? { loan: state.loan, version: state.version }
    : { loan, version };
}

// The versions of a loan have no gaps, so those that came early are few and soon caught up with.
function seen(state: LoanState | undefined, version: number) {
  const early = [...(state?.beyond ?? []), version].sort((left, right) => left - right);
  let through = state?.through ?? 0;
  while (early[0] === through + 1) through = early.shift() ?? through;
  return { through, beyond: early };
}

function withTransaction(totals: LoanState['totals'], transaction: State): LoanState['totals'] {
  const [type, text, currency] = ['type', 'amount', 'currency'].map((name) =>
    textIn(transaction, name, 'a transaction'),
  ) as [string, string, string];
  const amount = amountOf(text, currency);
  const {
    amount: sum = formatMoney(money(0n, currencyOf(amount))),
    count = 0,
    reversed = 0,
  } = totals[type] ?? {};
  const before = parseMoney(sum, currency);
  const isReversal = transaction['reverses_transaction_id'] !== undefined;
  const after = isReversal
    ? { amount: minus(before, amount), count, reversed: reversed + 1 }
    : { amount: plus(before, amount), count: count + 1, reversed };
  return { ...totals, [type]: { ...after, amount: formatMoney(after.amount) } };
}

function amountOf(text: string, currency: string) {
  try {
    return parseMoney(text, currency);
  } catch (cause) {
    throw new UnreadableEvent('a transaction: its amount cannot be read', { cause });
  }
}

function lastOf(state: LoanState | undefined, transactions: readonly State[], version: number) {
  const placed = transactions.map((transaction, position) => ({ version, position, transaction }));
  return [...(state?.last ?? []), ...placed]
    .sort((left, right) => right.version - left.version || right.position - left.position)
    .slice(0, LAST_TRANSACTIONS);
}

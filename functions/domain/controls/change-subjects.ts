// What an operation is about to do, as far as controls judge it: how much it moves, and of what. It is read
// from the operation's own events, so that a new way of posting money is judged without a line here.
import { money, NO_CURRENCY, parseMoney, readCurrency, sumMoney } from '../values/money.ts';
import type { Money } from '../values/money.ts';
import { measureStoredEntry } from './entry-amounts.ts';

/** An event of the decided change. */
export interface DecidedEvent {
  readonly type: string;
  readonly payload: unknown;
}

/** One account, product or amount that a control judges. */
export interface ChangeSubject {
  /** All that the operation moves in its currency; zero if it moves nothing. */
  readonly amount: Money;
  readonly accountId?: string;
  readonly productId?: string;
}

interface Effect {
  readonly amount: Money;
  readonly accountIds: readonly string[];
  readonly productId?: string;
}

type EventMembers = Readonly<Record<string, unknown>>;

/** The effects by event type; other events have none. */
const effectReaders: Readonly<Record<string, (members: EventMembers) => Effect>> = {
  'journal_entry.posted': readEntryEffect,
  'loan.created': (loan) => ({
    amount: parseMoney(text(loan['principal']), text(loan['currency'])),
    accountIds: [text(loan['account_id'])],
    productId: text(loan['product_id']),
  }),
  'loan_transaction.posted': readLoanEffect,
  'account.created': ({ product_id: productId }) => buildProductEffect(productId),
  'product.published': ({ id }) => buildProductEffect(id),
  'rule.created': ({ product_id: productId }) => buildProductEffect(productId),
  'rule.updated': ({ product_id: productId }) => buildProductEffect(productId),
  'rule.deleted': ({ product_id: productId }) => buildProductEffect(productId),
};

/**
 * Lists the subjects of a change: each account and product that it touches, with the sum that the change
 * moves in that currency. A change without any has one subject, of the amount zero.
 */
export function listChangeSubjects(events: readonly DecidedEvent[]): ChangeSubject[] {
  const effects = events.flatMap(
    ({ type, payload }) => effectReaders[type]?.(payload as EventMembers) ?? [],
  );
  if (effects.length === 0) return [{ amount: money(0n, NO_CURRENCY) }];
  return [...Map.groupBy(effects, ({ amount }) => readCurrency(amount))].flatMap(
    ([currency, own]) => {
      const amount = sumMoney(
        own.map((effect) => effect.amount),
        currency,
      );
      return listDistinct(own).map((subject) => ({ amount, ...subject }));
    },
  );
}

function listDistinct(effects: readonly Effect[]): Omit<ChangeSubject, 'amount'>[] {
  const subjects = effects.flatMap(({ accountIds, productId }) => {
    const product = productId === undefined ? {} : { productId };
    return accountIds.length === 0
      ? [product]
      : accountIds.map((accountId) => ({ accountId, ...product }));
  });
  return [...new Map(subjects.map((subject) => [JSON.stringify(subject), subject])).values()];
}

function readEntryEffect(entry: EventMembers): Effect {
  const postings = list(entry['account_postings']);
  return {
    amount: measureStoredEntry(entry),
    accountIds: postings.map((posting) => text(posting['account_id'])),
  };
}

// Its journal entry has the amount, and names the account but not the loan's product.
function readLoanEffect({ loan }: EventMembers): Effect {
  const members = Object(loan) as EventMembers;
  return {
    amount: money(0n, text(members['currency'])),
    accountIds: [text(members['account_id'])],
    productId: text(members['product_id']),
  };
}

function buildProductEffect(productId: unknown): Effect {
  return { amount: money(0n, NO_CURRENCY), accountIds: [], productId: text(productId) };
}

function list(value: unknown): EventMembers[] {
  if (!Array.isArray(value)) throw new TypeError('an event lacks a list');
  return value as EventMembers[];
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError('an event lacks a text');
  return value;
}

// The oracle: what must be answered to a request, and what the books are then. It is written from
// the contract alone (docs/contract.md) and shares no code with what it judges.
import { accountRules } from './accounts.ts';
import { adjustmentRules } from './adjustments.ts';
import { journalRules } from './journal.ts';
import { lifecycleRules } from './lifecycle.ts';
import { loanRules } from './loans.ts';
import { Refused, refuseWhen } from './refused.ts';
import type { Code } from './refused.ts';
import type { Rule } from './rule.ts';
import { canonical, put } from './histories/world.ts';
import type { Asked, Body, Books, Exchange, Receipt, World } from './histories/world.ts';

const rules: Readonly<Record<string, Rule>> = {
  ...accountRules,
  ...journalRules,
  ...lifecycleRules,
  ...adjustmentRules,
  ...loanRules,
};

export interface Judgement {
  /** The world after the exchange; absent when the answer is not the right one. */
  readonly world?: World;
  readonly expected: unknown;
  /** What it was: a refusal's code, a replay, or the status of a request. */
  readonly outcome: string;
}

export interface Leniency {
  /** Which of several requests at once was refused for which of several reasons may differ. */
  readonly isRace: boolean;
  /** Answers may be lost, so that a first answer may be a replay. */
  readonly isFaulty: boolean;
}

/** Judges an exchange in the world as it was when the request was carried out. */
export function judge(world: World, exchange: Exchange, leniency: Leniency): Judgement {
  const { asked, answer } = exchange;
  const books = world.get(asked.tenant);
  const rule = rules[asked.operation];
  if (!books || !rule) throw new Error(`the oracle knows no ${asked.operation}`);
  try {
    const receipt = receiptOf(books, rule, asked);
    if (receipt) return replayed(world, receipt, exchange);
    const { body, books: after, entries = [] } = rule.carryOut(books, asked, exchange);
    const expected = { status: rule.status, body, entries };
    const actual = { ...exchange, ...answer };
    const isRight = isSame(expected, actual) && (leniency.isFaulty || !isReplay(exchange));
    const kept = isMutation(asked) ? withReceipt(after, exchange) : after;
    return {
      expected,
      outcome: outcomeOf(asked, body),
      ...(isRight && { world: put(world, asked.tenant, kept) }),
    };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return refused(world, error, exchange, leniency);
  }
}

// The order of refusals: who, with what key, what, and only then the books
// (docs/contract.md, Order of refusals).
function receiptOf(books: Books, rule: Rule, asked: Asked): Receipt | undefined {
  refuseWhen(asked.lacks === 'token', 'unauthorized');
  refuseWhen(asked.lacks === 'permission', 'permission_denied');
  if (!isMutation(asked)) return undefined;
  refuseWhen(!/^[A-Za-z0-9._:-]{16,128}$/.test(asked.key), 'invalid_idempotency_key');
  refuseWhen(asked.isMalformed, 'invalid_request');
  rule.check?.(asked.body as Body);
  const receipt = books.receipts.get(asked.key);
  const isOther = receipt !== undefined && receipt.fingerprint !== fingerprintOf(asked);
  refuseWhen(isOther, 'idempotency_key_reused');
  return receipt;
}

function isMutation({ operation }: Asked): boolean {
  return rules[operation]?.status === 201;
}

function fingerprintOf({ operation, path, body }: Asked): string {
  return canonical([operation, path, body]);
}

function withReceipt(books: Books, { asked, answer }: Exchange): Books {
  const fingerprint = fingerprintOf(asked);
  const receipt = { fingerprint, status: answer.status, text: answer.text };
  return { ...books, receipts: put(books.receipts, asked.key, receipt) };
}

function isReplay({ answer }: Exchange): boolean {
  return answer.headers['Idempotency-Replayed'] === 'true';
}

// The first answer again, byte for byte.
function replayed(world: World, { status, text }: Receipt, exchange: Exchange): Judgement {
  const { answer } = exchange;
  const isRight = answer.status === status && answer.text === text && isReplay(exchange);
  return { expected: { status, text }, outcome: 'replay', ...(isRight && { world }) };
}

/** What a loan transaction touches is read in two steps, between which others may change it. */
const READ_IN_STEPS: readonly string[] = ['postLoanTransaction'];

function refused(
  world: World,
  { status, code }: Refused,
  { asked, answer }: Exchange,
  { isRace }: Leniency,
): Judgement {
  const isAnyCode = isRace && status === 409 && READ_IN_STEPS.includes(asked.operation);
  const told = (answer.body as { code?: Code }).code;
  const isReused = code === 'idempotency_key_reused' || told === 'idempotency_key_reused';
  const isRight = answer.status === status && (told === code || (isAnyCode && !isReused));
  return { expected: { status, code }, outcome: code, ...(isRight && { world }) };
}

interface Answered {
  readonly status: number;
  readonly body: unknown;
  readonly entries: readonly unknown[];
}

function isSame(expected: Answered, actual: Answered): boolean {
  const textOf = ({ status, body, entries }: Answered) => canonical([status, body, entries]);
  return textOf(expected) === textOf(actual);
}

function outcomeOf({ operation }: Asked, body: unknown): string {
  const { status } = body as { status?: unknown };
  return typeof status === 'string' ? `${operation} ${status}` : operation;
}

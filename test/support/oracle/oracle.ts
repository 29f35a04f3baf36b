// The oracle: the right answer to a request, and the state afterwards. It is written from the
// contract alone (docs/contract.md) and shares no code with the product.
import { accountRules } from './accounts.ts';
import { adjustmentRules } from './adjustments.ts';
import { journalRules } from './journal.ts';
import { lifecycleRules } from './lifecycle.ts';
import { loanRules } from './loans.ts';
import { OracleRefusal, refuseWhen } from './oracle-refusal.ts';
import type { OracleRefusalCode } from './oracle-refusal.ts';
import type { OracleRule } from './oracle-rule.ts';
import { toCanonicalText, putRecord } from './histories/oracle-state.ts';
import type {
  SentRequest,
  OracleBody,
  TenantState,
  OracleExchange,
  OracleReceipt,
  OracleState,
} from './histories/oracle-state.ts';

const rules: Readonly<Record<string, OracleRule>> = {
  ...accountRules,
  ...journalRules,
  ...lifecycleRules,
  ...adjustmentRules,
  ...loanRules,
};

export interface OracleVerdict {
  /** The world after the exchange; absent when the answer is wrong. */
  readonly world?: OracleState;
  readonly expected: unknown;
  /** The outcome: a refusal's code, a replay, or the status of a request. */
  readonly outcome: string;
}

export interface OracleLeniency {
  /** Which of several concurrent requests was refused, and why, may differ. */
  readonly isRace: boolean;
  /** Answers may be lost, so that a first answer may be a replay. */
  readonly isFaulty: boolean;
}

/** Judges an exchange in the world before it was executed. */
export function judgeExchange(
  world: OracleState,
  exchange: OracleExchange,
  leniency: OracleLeniency,
): OracleVerdict {
  const { request: asked, answer } = exchange;
  const books = world.get(asked.tenant);
  const rule = rules[asked.operation];
  if (!books || !rule) throw new Error(`the oracle knows no ${asked.operation}`);
  try {
    const receipt = findReceipt(books, rule, asked);
    if (receipt) return judgeReplay(world, receipt, exchange);
    const { body, books: after, entries = [] } = rule.carryOut(books, asked, exchange);
    const expected = { status: rule.status, body, entries };
    const actual = { ...exchange, ...answer };
    const isRight = isSame(expected, actual) && (leniency.isFaulty || !isReplay(exchange));
    const stored = isMutation(asked) ? putReceipt(after, exchange) : after;
    return {
      expected,
      outcome: describeOutcome(asked, body),
      ...(isRight && { world: putRecord(world, asked.tenant, stored) }),
    };
  } catch (error) {
    if (!(error instanceof OracleRefusal)) throw error;
    return judgeRefusal(world, error, exchange, leniency);
  }
}

// The order of refusals: caller, key, request, and only then the state (docs/contract.md, Order of
// refusals).
function findReceipt(
  books: TenantState,
  rule: OracleRule,
  asked: SentRequest,
): OracleReceipt | undefined {
  refuseWhen(asked.missing === 'token', 'unauthorized');
  refuseWhen(asked.missing === 'permission', 'permission_denied');
  if (!isMutation(asked)) return undefined;
  refuseWhen(!/^[A-Za-z0-9._:-]{16,128}$/.test(asked.key), 'invalid_idempotency_key');
  refuseWhen(asked.isMalformed, 'invalid_request');
  rule.check?.(asked.body as OracleBody);
  const receipt = books.receipts.get(asked.key);
  const isOther = receipt !== undefined && receipt.fingerprint !== computeFingerprint(asked);
  refuseWhen(isOther, 'idempotency_key_reused');
  return receipt;
}

function isMutation({ operation }: SentRequest): boolean {
  return rules[operation]?.status === 201;
}

function computeFingerprint({ operation, path, body }: SentRequest): string {
  return toCanonicalText([operation, path, body]);
}

function putReceipt(books: TenantState, { request: asked, answer }: OracleExchange): TenantState {
  const fingerprint = computeFingerprint(asked);
  const receipt = { fingerprint, status: answer.status, text: answer.text };
  return { ...books, receipts: putRecord(books.receipts, asked.key, receipt) };
}

function isReplay({ answer }: OracleExchange): boolean {
  return answer.headers['Idempotency-Replayed'] === 'true';
}

// The first answer again, byte for byte.
function judgeReplay(
  world: OracleState,
  { status, text }: OracleReceipt,
  exchange: OracleExchange,
): OracleVerdict {
  const { answer } = exchange;
  const isRight = answer.status === status && answer.text === text && isReplay(exchange);
  return { expected: { status, text }, outcome: 'replay', ...(isRight && { world }) };
}

/**
 * The records of a loan transaction are read in two steps, and others may change them in between.
 */
const READ_IN_STEPS: readonly string[] = ['postLoanTransaction'];

function judgeRefusal(
  world: OracleState,
  { status, code }: OracleRefusal,
  { request: asked, answer }: OracleExchange,
  { isRace }: OracleLeniency,
): OracleVerdict {
  const isAnyCode = isRace && status === 409 && READ_IN_STEPS.includes(asked.operation);
  const actual = (answer.body as { code?: OracleRefusalCode }).code;
  const isReused = code === 'idempotency_key_reused' || actual === 'idempotency_key_reused';
  const isRight = answer.status === status && (actual === code || (isAnyCode && !isReused));
  return { expected: { status, code }, outcome: code, ...(isRight && { world }) };
}

interface ComparedAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly entries: readonly unknown[];
}

function isSame(expected: ComparedAnswer, actual: ComparedAnswer): boolean {
  const textOf = ({ status, body, entries }: ComparedAnswer) =>
    toCanonicalText([status, body, entries]);
  return textOf(expected) === textOf(actual);
}

function describeOutcome({ operation }: SentRequest, body: unknown): string {
  const { status } = body as { status?: unknown };
  return typeof status === 'string' ? `${operation} ${status}` : operation;
}

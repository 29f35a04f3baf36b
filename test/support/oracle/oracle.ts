// The oracle: computes the expected answer to a request and the state after it. It is written from the
// contract alone (docs/contract.md) and shares no code with the product.
import { accountRules } from './accounts.ts';
import { adjustmentRules } from './adjustments.ts';
import { buildChangeRules } from './controls/change-requests.ts';
import { controlRules, findControl, submitChange } from './controls/controls.ts';
import { chartRules } from './general-ledger/chart.ts';
import { ledgerDecisionRules } from './general-ledger/ledger-decisions.ts';
import { ledgerRequestRules } from './general-ledger/ledger-requests.ts';
import { periodRules } from './general-ledger/periods.ts';
import { settingsRules } from './general-ledger/settings.ts';
import { yearRules } from './general-ledger/years.ts';
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

const performedRules: Readonly<Record<string, OracleRule>> = {
  ...accountRules,
  ...journalRules,
  ...lifecycleRules,
  ...adjustmentRules,
  ...loanRules,
  ...settingsRules,
  ...chartRules,
  ...ledgerRequestRules,
  ...ledgerDecisionRules,
  ...periodRules,
  ...yearRules,
  ...controlRules,
};

const rules: Readonly<Record<string, OracleRule>> = {
  ...performedRules,
  ...buildChangeRules(performedRules),
};

export interface OracleVerdict {
  /** The state after the exchange; absent when the answer is wrong. */
  readonly state?: OracleState;
  readonly expected: unknown;
  /** The outcome: a refusal's code, a replay, or the kind and status of a request. */
  readonly outcome: string;
}

export interface OracleLeniency {
  /** Concurrent requests: which one is refused, and with which code, may differ. */
  readonly isRace: boolean;
}

/** Judges an exchange by the state before it. */
export function judgeExchange(
  state: OracleState,
  exchange: OracleExchange,
  leniency: OracleLeniency,
): OracleVerdict {
  const { request: sent, answer } = exchange;
  const tenantState = state.get(sent.tenant);
  const rule = rules[sent.operation];
  if (!tenantState || !rule) throw new Error(`The oracle has no rule for ${sent.operation}.`);
  try {
    const receipt = findReceipt(tenantState, rule, sent);
    if (receipt) return judgeReplay(state, receipt, exchange);
    const { status, body, state: after, entries = [] } = carryOut(rule, tenantState, exchange);
    const expected = { status, body, entries };
    const actual = { ...exchange, ...answer };
    const isRight = isSame(expected, actual) && (exchange.isRetried || !isReplay(exchange));
    const stored = isMutation(sent) ? putReceipt(after, exchange) : after;
    return {
      expected,
      outcome: describeOutcome(sent, body),
      ...(isRight && { state: putRecord(state, sent.tenant, stored) }),
    };
  } catch (error) {
    if (!(error instanceof OracleRefusal)) throw error;
    return judgeRefusal(state, error, exchange, leniency);
  }
}

// The order of refusals: caller, key, request, and only then the state (docs/contract.md, Order of
// refusals).
function findReceipt(
  tenantState: TenantState,
  rule: OracleRule,
  sent: SentRequest,
): OracleReceipt | undefined {
  refuseWhen(sent.missing === 'token', 'unauthorized');
  refuseWhen(sent.missing === 'permission', 'permission_denied');
  if (!isMutation(sent)) return undefined;
  refuseWhen(!/^[A-Za-z0-9._:-]{16,128}$/.test(sent.key), 'invalid_idempotency_key');
  refuseWhen(sent.isMalformed, 'invalid_request');
  rule.check?.(sent.body as OracleBody);
  const receipt = tenantState.receipts.get(sent.key);
  const isOther = receipt !== undefined && receipt.fingerprint !== computeFingerprint(sent);
  refuseWhen(isOther, 'idempotency_key_reused');
  return receipt;
}

// What a control catches is refused as ever, and otherwise changes nothing but for its change request.
function carryOut(rule: OracleRule, tenantState: TenantState, exchange: OracleExchange) {
  const { request: sent } = exchange;
  const control = findControl(tenantState, sent);
  const isCaught = control !== undefined || sent.operation === 'replaceControls';
  const direct = rule.carryOut(tenantState, sent, exchange);
  const { status = rule.status, ...answer } = isCaught
    ? submitChange(tenantState, sent, exchange, control)
    : direct;
  return { status, ...answer };
}

function isMutation({ operation }: SentRequest): boolean {
  const rule = rules[operation];
  return rule?.status === 201 || rule?.isPut === true;
}

function computeFingerprint({ operation, path, body }: SentRequest): string {
  return toCanonicalText([operation, path, body]);
}

function putReceipt(
  tenantState: TenantState,
  { request: sent, answer }: OracleExchange,
): TenantState {
  const fingerprint = computeFingerprint(sent);
  const receipt = { fingerprint, status: answer.status, text: answer.text };
  return { ...tenantState, receipts: putRecord(tenantState.receipts, sent.key, receipt) };
}

function isReplay({ answer }: OracleExchange): boolean {
  return answer.headers['Idempotency-Replayed'] === 'true';
}

// A replay repeats the first answer byte for byte.
function judgeReplay(
  state: OracleState,
  { status, text }: OracleReceipt,
  exchange: OracleExchange,
): OracleVerdict {
  const { answer } = exchange;
  const isRight = answer.status === status && answer.text === text && isReplay(exchange);
  return { expected: { status, text }, outcome: 'replay', ...(isRight && { state }) };
}

/**
 * A loan transaction reads its records in two steps, and other requests may change them in between.
 */
const READ_IN_STEPS: readonly string[] = ['postLoanTransaction'];

function judgeRefusal(
  state: OracleState,
  { status, code }: OracleRefusal,
  { request: sent, answer }: OracleExchange,
  { isRace }: OracleLeniency,
): OracleVerdict {
  const isAnyCode = isRace && status === 409 && READ_IN_STEPS.includes(sent.operation);
  const actual = (answer.body as { code?: OracleRefusalCode }).code;
  const isReused = code === 'idempotency_key_reused' || actual === 'idempotency_key_reused';
  const isRight = answer.status === status && (actual === code || (isAnyCode && !isReused));
  return { expected: { status, code }, outcome: code, ...(isRight && { state }) };
}

interface ComparedAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly entries: readonly unknown[];
}

function isSame(expected: ComparedAnswer, actual: ComparedAnswer): boolean {
  const toText = ({ status, body, entries }: ComparedAnswer) =>
    toCanonicalText([status, body, entries]);
  return toText(expected) === toText(actual);
}

function describeOutcome({ operation }: SentRequest, body: unknown): string {
  const { kind, status } = body as Partial<Record<'kind' | 'status', unknown>>;
  return [operation, kind, status].filter((part) => typeof part === 'string').join(' ');
}

// The oracle's rules for deciding change requests (docs/controls.md): the approval carries out the request of
// the maker as if it were made then.
import { OracleRefusal, requireKnown } from '../oracle-refusal.ts';
import { requireSentence } from '../oracle-rule.ts';
import type { OracleRule } from '../oracle-rule.ts';
import { applyDecision, applyWithdrawal, requirePending } from '../requests.ts';
import type { OracleDecision } from '../requests.ts';
import { putRecord } from '../histories/oracle-state.ts';
import type {
  OracleBody,
  OracleChange,
  OracleExchange,
  OracleRequest,
  SentRequest,
  TenantState,
} from '../histories/oracle-state.ts';

/** Reads its records in two steps, so that a race may give another refusal. */
const READ_IN_STEPS = 'postLoanTransaction';

export function buildChangeRules(
  rules: Readonly<Record<string, OracleRule>>,
): Readonly<Record<string, OracleRule>> {
  const approveChangeRequest: OracleRule = {
    status: 201,
    carryOut: (state, sent, exchange) => {
      const request = requireChange(state, sent, 'approve');
      const facts = exchange.answer.body as OracleBody;
      try {
        const performed = perform(rules, state, request, exchange);
        const applied = applyDecision(request, 'APPLIED', sent, exchange);
        const body = { ...applied.body, result: performed.body };
        return { ...performed, body, state: put(performed.state, request, { ...applied, body }) };
      } catch (error) {
        if (!(error instanceof OracleRefusal)) throw error;
        const isSteady = request.sent.operation !== READ_IN_STEPS;
        const failure_code = isSteady ? error.code : requireSentence(facts['failure_code']);
        const failed = applyDecision(request, 'FAILED', sent, exchange);
        const body = { ...failed.body, failure_code };
        return { body, state: put(state, request, { ...failed, body }) };
      }
    },
  };
  return { approveChangeRequest, rejectChangeRequest, withdrawChangeRequest, getChangeRequest };
}

function perform(
  rules: Readonly<Record<string, OracleRule>>,
  state: TenantState,
  { sent: asked }: OracleChange,
  exchange: OracleExchange,
) {
  const rule = rules[asked.operation];
  if (!rule) throw new Error(`The oracle has no rule for ${asked.operation}.`);
  const { result = {} } = exchange.answer.body as { readonly result?: unknown };
  const sent: SentRequest = { ...asked, at: exchange.request.at };
  const answer = { ...exchange.answer, body: result as OracleBody };
  rule.check?.(sent.body as OracleBody);
  const { status: _status, ...performed } = rule.carryOut(state, sent, {
    ...exchange,
    request: sent,
    answer,
  });
  return performed;
}

const rejectChangeRequest: OracleRule = {
  status: 201,
  carryOut: (state, sent, exchange) => {
    const request = requireChange(state, sent, 'reject');
    const after = applyDecision(request, 'REJECTED', sent, exchange);
    return { body: after.body, state: put(state, request, after) };
  },
};

const withdrawChangeRequest: OracleRule = {
  status: 201,
  carryOut: (state, sent, exchange) => {
    const request = requireChange(state, sent, 'withdraw');
    const after = applyWithdrawal(request, sent, exchange);
    return { body: after.body, state: put(state, request, after) };
  },
};

const getChangeRequest: OracleRule = {
  status: 200,
  carryOut: (state, { path }) => {
    const id = path['requestId'];
    return { body: requireKnown(state.changes, id, 'change_request_not_found').body, state };
  },
};

function requireChange(state: TenantState, sent: SentRequest, how: OracleDecision): OracleChange {
  requirePending(state.changes, sent, how, 'change_request_not_found');
  return requireKnown(state.changes, sent.path['requestId'], 'change_request_not_found');
}

function put(state: TenantState, { sent }: OracleChange, decided: OracleRequest): TenantState {
  return { ...state, changes: putRecord(state.changes, decided.id, { ...decided, sent }) };
}

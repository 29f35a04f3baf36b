// The oracle's rules for freezing, unfreezing and closing accounts (docs/contract.md, Account lifecycle).
import { hasOpenLoans } from './loans.ts';
import { requireKnown, refuseWhen, OracleRefusal } from './oracle-refusal.ts';
import { applyDecision, applyWithdrawal, buildRequest, requirePending } from './requests.ts';
import type { OracleDecision } from './requests.ts';
import { requireFreshId } from './oracle-rule.ts';
import type { OracleRule } from './oracle-rule.ts';
import { putRecord } from './histories/oracle-state.ts';
import type {
  OracleAccount,
  SentRequest,
  TenantState,
  OracleRequest,
  OracleAccountStatus,
} from './histories/oracle-state.ts';

type OracleTransition = 'FREEZE' | 'UNFREEZE' | 'CLOSE';

const TRANSITIONS: readonly (readonly [
  OracleTransition,
  from: OracleAccountStatus,
  to: OracleAccountStatus,
])[] = [
  ['FREEZE', 'ACTIVE', 'FROZEN'],
  ['UNFREEZE', 'FROZEN', 'ACTIVE'],
  ['CLOSE', 'ACTIVE', 'CLOSED'],
  ['CLOSE', 'FROZEN', 'CLOSED'],
];

const submitAccountStatusTransition: OracleRule = {
  status: 201,
  carryOut: (state, sent, exchange) => {
    const account = requireKnown(state.accounts, sent.path['accountId'], 'account_not_found');
    const { transition, reason } = sent.body as { transition: OracleTransition; reason: string };
    const allowed = TRANSITIONS.find(
      ([name, from]) => name === transition && from === account.status,
    );
    if (!allowed) throw new OracleRefusal('transition_not_allowed');
    refuseWhen(transition === 'CLOSE' && account.balance !== 0n, 'balance_not_zero');
    refuseWhen(transition === 'CLOSE' && hasOpenLoans(state, account.id), 'loans_not_settled');
    const id = requireFreshId((exchange.answer.body as { id?: string }).id, 'lcr', state.lifecycle);
    const [, from_status, target_status] = allowed;
    const body = {
      ...buildRequest(sent, exchange),
      id,
      account_id: account.id,
      transition,
      from_status,
      target_status,
      reason,
    };
    const request: OracleRequest = {
      id,
      maker: sent.subject,
      status: 'PENDING_APPROVAL',
      subject: account.id,
      body,
    };
    return { body, state: putRequest(state, request) };
  },
};

const approveAccountLifecycleRequest: OracleRule = {
  status: 201,
  carryOut: (state, sent, exchange) => {
    const request = requireLifecycleRequest(state, sent, 'approve');
    const account = requireKnown(state.accounts, request.subject, 'account_not_found');
    const { from_status: from, target_status: to } = request.body;
    const isClosable = account.balance === 0n && !hasOpenLoans(state, account.id);
    const isPossible = account.status === from && (to !== 'CLOSED' || isClosable);
    const after = applyDecision(request, isPossible ? 'APPLIED' : 'FAILED', sent, exchange);
    const changed: OracleAccount = {
      ...account,
      status: to as OracleAccountStatus,
      version: account.version + 1,
      isExact: false,
    };
    const accounts = isPossible ? putRecord(state.accounts, account.id, changed) : state.accounts;
    return { body: after.body, state: { ...putRequest(state, after), accounts } };
  },
};

const rejectAccountLifecycleRequest: OracleRule = {
  status: 201,
  carryOut: (state, sent, exchange) => {
    const after = applyDecision(
      requireLifecycleRequest(state, sent, 'reject'),
      'REJECTED',
      sent,
      exchange,
    );
    return { body: after.body, state: putRequest(state, after) };
  },
};

const withdrawAccountLifecycleRequest: OracleRule = {
  status: 201,
  carryOut: (state, sent, exchange) => {
    const request = requireLifecycleRequest(state, sent, 'withdraw');
    const after = applyWithdrawal(request, sent, exchange);
    return { body: after.body, state: putRequest(state, after) };
  },
};

const getAccountLifecycleRequest: OracleRule = {
  status: 200,
  carryOut: (state, { path }) => {
    const { body } = requireKnown(
      state.lifecycle,
      path['requestId'],
      'lifecycle_request_not_found',
    );
    return { body, state };
  },
};

function requireLifecycleRequest(
  { lifecycle }: TenantState,
  sent: SentRequest,
  how: OracleDecision,
): OracleRequest {
  return requirePending(lifecycle, sent, how, 'lifecycle_request_not_found');
}

function putRequest(state: TenantState, request: OracleRequest): TenantState {
  return { ...state, lifecycle: putRecord(state.lifecycle, request.id, request) };
}

export const lifecycleRules = {
  submitAccountStatusTransition,
  approveAccountLifecycleRequest,
  rejectAccountLifecycleRequest,
  withdrawAccountLifecycleRequest,
  getAccountLifecycleRequest,
};

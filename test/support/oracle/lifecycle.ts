// Freezing, unfreezing and closing accounts (docs/contract.md, Account lifecycle).
import { hasOpenLoans } from './loans.ts';
import { requireKnown, refuseWhen, OracleRefusal } from './oracle-refusal.ts';
import { applyDecision, buildRequest, requirePending } from './requests.ts';
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

const WAYS: readonly (readonly [
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
  carryOut: (books, asked, exchange) => {
    const account = requireKnown(books.accounts, asked.path['accountId'], 'account_not_found');
    const { transition, reason } = asked.body as { transition: OracleTransition; reason: string };
    const way = WAYS.find(([name, from]) => name === transition && from === account.status);
    if (!way) throw new OracleRefusal('transition_not_allowed');
    refuseWhen(transition === 'CLOSE' && account.balance !== 0n, 'balance_not_zero');
    refuseWhen(transition === 'CLOSE' && hasOpenLoans(books, account.id), 'loans_not_settled');
    const id = requireFreshId((exchange.answer.body as { id?: string }).id, 'lcr', books.lifecycle);
    const [, from_status, target_status] = way;
    const body = {
      ...buildRequest(asked, exchange),
      id,
      account_id: account.id,
      transition,
      from_status,
      target_status,
      reason,
    };
    const request: OracleRequest = {
      id,
      maker: asked.subject,
      status: 'PENDING_APPROVAL',
      subject: account.id,
      body,
    };
    return { body, books: putRequest(books, request) };
  },
};

const approveAccountLifecycleRequest: OracleRule = {
  status: 201,
  carryOut: (books, asked, exchange) => {
    const request = requireLifecycleRequest(books, asked, true);
    const account = requireKnown(books.accounts, request.subject, 'account_not_found');
    const { from_status: from, target_status: to } = request.body;
    const isClosable = account.balance === 0n && !hasOpenLoans(books, account.id);
    const isPossible = account.status === from && (to !== 'CLOSED' || isClosable);
    const after = applyDecision(request, isPossible ? 'APPLIED' : 'FAILED', asked, exchange);
    const changed: OracleAccount = {
      ...account,
      status: to as OracleAccountStatus,
      version: account.version + 1,
      isExact: false,
    };
    const accounts = isPossible ? putRecord(books.accounts, account.id, changed) : books.accounts;
    return { body: after.body, books: { ...putRequest(books, after), accounts } };
  },
};

const rejectAccountLifecycleRequest: OracleRule = {
  status: 201,
  carryOut: (books, asked, exchange) => {
    const after = applyDecision(
      requireLifecycleRequest(books, asked, false),
      'REJECTED',
      asked,
      exchange,
    );
    return { body: after.body, books: putRequest(books, after) };
  },
};

const getAccountLifecycleRequest: OracleRule = {
  status: 200,
  carryOut: (books, { path }) => {
    const { body } = requireKnown(
      books.lifecycle,
      path['requestId'],
      'lifecycle_request_not_found',
    );
    return { body, books };
  },
};

function requireLifecycleRequest(
  { lifecycle }: TenantState,
  asked: SentRequest,
  isApproval: boolean,
): OracleRequest {
  return requirePending(lifecycle, asked, isApproval, 'lifecycle_request_not_found');
}

function putRequest(books: TenantState, request: OracleRequest): TenantState {
  return { ...books, lifecycle: putRecord(books.lifecycle, request.id, request) };
}

export const lifecycleRules = {
  submitAccountStatusTransition,
  approveAccountLifecycleRequest,
  rejectAccountLifecycleRequest,
  getAccountLifecycleRequest,
};

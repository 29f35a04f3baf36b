// Freezing, unfreezing and closing accounts (docs/contract.md, Account lifecycle).
import { isNeeded } from './loans.ts';
import { known, refuseWhen, Refused } from './refused.ts';
import { decided, submitted, toDecide } from './requests.ts';
import { fresh } from './rule.ts';
import type { Rule } from './rule.ts';
import { put } from './histories/world.ts';
import type { Account, Asked, Books, Request, Status } from './histories/world.ts';

type Transition = 'FREEZE' | 'UNFREEZE' | 'CLOSE';

const WAYS: readonly (readonly [Transition, from: Status, to: Status])[] = [
  ['FREEZE', 'ACTIVE', 'FROZEN'],
  ['UNFREEZE', 'FROZEN', 'ACTIVE'],
  ['CLOSE', 'ACTIVE', 'CLOSED'],
  ['CLOSE', 'FROZEN', 'CLOSED'],
];

const submitAccountStatusTransition: Rule = {
  status: 201,
  carryOut: (books, asked, exchange) => {
    const account = known(books.accounts, asked.path['accountId'], 'account_not_found');
    const { transition, reason } = asked.body as { transition: Transition; reason: string };
    const way = WAYS.find(([name, from]) => name === transition && from === account.status);
    if (!way) throw new Refused('transition_not_allowed');
    refuseWhen(transition === 'CLOSE' && account.balance !== 0n, 'balance_not_zero');
    refuseWhen(transition === 'CLOSE' && isNeeded(books, account.id), 'loans_not_settled');
    const id = fresh((exchange.answer.body as { id?: string }).id, 'lcr', books.lifecycle);
    const [, from_status, target_status] = way;
    const body = {
      ...submitted(asked, exchange),
      id,
      account_id: account.id,
      transition,
      from_status,
      target_status,
      reason,
    };
    const request: Request = {
      id,
      maker: asked.subject,
      status: 'PENDING_APPROVAL',
      subject: account.id,
      body,
    };
    return { body, books: withRequest(books, request) };
  },
};

const approveAccountLifecycleRequest: Rule = {
  status: 201,
  carryOut: (books, asked, exchange) => {
    const request = found(books, asked, true);
    const account = known(books.accounts, request.subject, 'account_not_found');
    const { from_status: from, target_status: to } = request.body;
    const isClosable = account.balance === 0n && !isNeeded(books, account.id);
    const isPossible = account.status === from && (to !== 'CLOSED' || isClosable);
    const after = decided(request, isPossible ? 'APPLIED' : 'FAILED', asked, exchange);
    const changed: Account = {
      ...account,
      status: to as Status,
      version: account.version + 1,
      isExact: false,
    };
    const accounts = isPossible ? put(books.accounts, account.id, changed) : books.accounts;
    return { body: after.body, books: { ...withRequest(books, after), accounts } };
  },
};

const rejectAccountLifecycleRequest: Rule = {
  status: 201,
  carryOut: (books, asked, exchange) => {
    const after = decided(found(books, asked, false), 'REJECTED', asked, exchange);
    return { body: after.body, books: withRequest(books, after) };
  },
};

const getAccountLifecycleRequest: Rule = {
  status: 200,
  carryOut: (books, { path }) => {
    const { body } = known(books.lifecycle, path['requestId'], 'lifecycle_request_not_found');
    return { body, books };
  },
};

function found({ lifecycle }: Books, asked: Asked, isApproval: boolean): Request {
  return toDecide(lifecycle, asked, isApproval, 'lifecycle_request_not_found');
}

function withRequest(books: Books, request: Request): Books {
  return { ...books, lifecycle: put(books.lifecycle, request.id, request) };
}

export const lifecycleRules = {
  submitAccountStatusTransition,
  approveAccountLifecycleRequest,
  rejectAccountLifecycleRequest,
  getAccountLifecycleRequest,
};

// A request is submitted and decided exactly once, whatever is lost or crashes meanwhile.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import type { StoreFault } from '../../support/stack/fault-proxy.ts';
import { expectSoundLedger } from '../../support/invariants/invariants.ts';
import { openAccount, startWatchedLedger } from '../../support/stack/ledger.ts';
import type { CallAnswer, CallOptions, WatchedLedger } from '../../support/stack/ledger.ts';
import {
  approveTransition,
  rejectTransition,
  submitTransition,
  applyTransitions,
} from '../../support/fixtures/lifecycle.ts';

const ledger: WatchedLedger = await startWatchedLedger();
let account: string;
let pending: string;
let stale: string;
beforeEach(async () => {
  ledger.proxy.heal();
  account = await openAccount(ledger);
  stale = await submitTransition(ledger, account);
  await applyTransitions(ledger, account, 'FREEZE', 'UNFREEZE', 'FREEZE');
  pending = await submitTransition(ledger, account, 'UNFREEZE');
});
afterAll(async () => {
  ledger.proxy.heal();
  await expectSoundLedger(ledger.tables.ledger);
  await ledger.stop();
});

interface TestedRequestMutation {
  readonly call: (options: CallOptions) => Promise<CallAnswer>;
  /** The expected answer and account afterwards. */
  readonly status: string;
  readonly account: { readonly status: string; readonly version: number };
}

const frozen = { status: 'FROZEN', version: 4 };

const mutations: Record<string, TestedRequestMutation> = {
  submission: {
    call: (options) =>
      ledger.call('submitAccountStatusTransition', {
        path: { accountId: account },
        body: { transition: 'CLOSE', reason: 'Moved away' },
        ...options,
      }),
    status: 'PENDING_APPROVAL',
    account: frozen,
  },
  approval: {
    call: (options) => approveTransition(ledger, pending, options),
    status: 'APPLIED',
    account: { status: 'ACTIVE', version: 5 },
  },
  'approval that fails': {
    call: (options) => approveTransition(ledger, stale, options),
    status: 'FAILED',
    account: frozen,
  },
  rejection: {
    call: (options) => rejectTransition(ledger, pending, options),
    status: 'REJECTED',
    account: frozen,
  },
};

async function expectDoneOnce(answer: CallAnswer, mutation: TestedRequestMutation): Promise<void> {
  expect(answer.body).toMatchObject({ status: mutation.status });
  const { id } = answer.body as { id: string };
  const read = await ledger.call('getAccountLifecycleRequest', { path: { requestId: id } });
  expect(read.body).toEqual(answer.body);
  const { body } = await ledger.call('getAccount', { path: { accountId: account } });
  expect(body).toMatchObject(mutation.account);
  const query = { account_id: account };
  const { body: page } = await ledger.call('listAccountLifecycleRequests', { query });
  expect(page.items).toHaveLength(mutation.status === 'PENDING_APPROVAL' ? 6 : 5);
}

const faults: [string, StoreFault, string][] = [
  ['a conflict', 'conflict', 'TransactWriteItems'],
  ['throttling of the read', 'throttle', 'BatchGetItem'],
  ['a connection that breaks before the commit', 'dead', 'TransactWriteItems'],
  ['a connection that breaks after the commit', 'lost', 'TransactWriteItems'],
];

const passing = Object.keys(mutations).flatMap((name) =>
  faults.map(([title, fault, on]) => [name, title, fault, on] as const),
);

test.each(passing)('%s recovers from %s', async (name, _, fault, on) => {
  const mutation = mutations[name];
  if (!mutation) throw new Error(name);
  let left = 2;
  ledger.proxy.fail((operation) => (operation === on && left-- > 0 ? fault : 'none'));

  const answer = await mutation.call({ key: randomUUID() });

  ledger.proxy.heal();
  await expectDoneOnce(answer, mutation);
});

// A crashed process sends no further requests; the client retries with its key.
const points: [string, string, (operation: string, isOver: boolean) => StoreFault][] = [
  ['before the read', 'contention', () => 'dead'],
  [
    'before the commit',
    'outcome_unknown',
    (operation) => (operation === 'TransactWriteItems' ? 'dead' : 'none'),
  ],
  [
    'after the commit',
    'outcome_unknown',
    (operation, isOver) => (isOver ? 'dead' : operation === 'TransactWriteItems' ? 'lost' : 'none'),
  ],
];

const crashes = Object.keys(mutations).flatMap((name) =>
  points.map(([title, code, choose]) => [name, title, code, choose] as const),
);

test.each(crashes)(
  '%s happens once after a crash %s (%s) and a retry',
  async (name, _, code, choose) => {
    const mutation = mutations[name];
    if (!mutation) throw new Error(name);
    const key = randomUUID();
    // One attempt of the failing approval meets its condition, so its second transaction is the last.
    let commits = name === 'approval that fails' ? 2 : 1;
    let isOver = false;
    ledger.proxy.fail((operation) => {
      const fault = choose(operation, commits === 0);
      isOver ||= fault === 'dead';
      if (operation !== 'TransactWriteItems' || fault !== 'lost') return fault;
      commits -= 1;
      return commits === 0 ? 'lost' : 'none';
    });
    const crashed = await mutation.call({
      key,
      remainingMs: () => (isOver ? 1_000 : 30_000),
    });
    expect(crashed.body).toMatchObject({ statusCode: 503, code });
    ledger.proxy.heal();

    await expectDoneOnce(await mutation.call({ key }), mutation);
  },
);

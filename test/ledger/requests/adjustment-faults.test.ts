// An adjustment is submitted and decided exactly once, whatever is lost or crashes meanwhile.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import {
  approveAdjustment,
  sendAdjustment,
  adjustEntry,
  adjustLoan,
  postEntry,
  rejectAdjustment,
} from '../../support/fixtures/adjustments.ts';
import type { StoreFault } from '../../support/stack/fault-proxy.ts';
import { stopSoundLedger } from '../../support/invariants/sound-ledger.ts';
import {
  credit,
  debit,
  openAccount,
  startWatchedLedger,
  transfer,
} from '../../support/stack/ledger.ts';
import type { CallAnswer, CallOptions, WatchedLedger } from '../../support/stack/ledger.ts';
import { disbursedLoan, repayment } from '../../support/fixtures/loans.ts';
import { readAllItems } from '../../support/stack/tables.ts';

const ledger: WatchedLedger = await startWatchedLedger();
beforeEach(() => ledger.proxy.heal());
afterAll(async () => {
  ledger.proxy.heal();
  await stopSoundLedger(ledger);
});

type MutationCall = (options: CallOptions) => Promise<CallAnswer>;

interface TestedMutation {
  /** Creates the records that the case works on. */
  readonly prepare: () => Promise<MutationCall>;
  readonly status: string;
  /** How many journal entries the case adds. */
  readonly entries: number;
}

async function correction(): Promise<string> {
  const [one, two] = [await openAccount(ledger, { funds: '10.00' }), await openAccount(ledger)];
  const target = await postEntry(ledger, transfer(one, two, '4.00'));
  return adjustEntry(ledger, target, transfer(one, two, '3.00'));
}

async function correctionOnLoan(): Promise<string> {
  const loan = await disbursedLoan(ledger);
  const path = { loanId: loan.id };
  const body = repayment('400.00', { principal: '400.00' });
  const repaid = await ledger.call('postLoanTransaction', { path, body });
  const { type: _, ...instead } = repayment('300.00', { principal: '300.00' });
  return adjustLoan(ledger, repaid.body.id, instead);
}

async function impossible(): Promise<string> {
  const account = await openAccount(ledger, { funds: '1.00' });
  const target = await postEntry(ledger, credit(account, '5.00'));
  await postEntry(ledger, debit(account, '2.00'));
  return adjustEntry(ledger, target);
}

const mutations: Record<string, TestedMutation> = {
  submission: {
    prepare: async () => {
      const target = await postEntry(ledger, credit(await openAccount(ledger), '1.00'));
      return (options) => sendAdjustment(ledger, target, undefined, options);
    },
    status: 'PENDING_APPROVAL',
    entries: 0,
  },
  'approval of a correction': {
    prepare: async () => approving(await correction()),
    status: 'APPLIED',
    entries: 2,
  },
  'approval on a loan': {
    prepare: async () => approving(await correctionOnLoan()),
    status: 'APPLIED',
    entries: 2,
  },
  'approval that fails': {
    prepare: async () => approving(await impossible()),
    status: 'FAILED',
    entries: 0,
  },
  rejection: {
    prepare: async () => {
      const requestId = await correction();
      return (options) => rejectAdjustment(ledger, requestId, options);
    },
    status: 'REJECTED',
    entries: 0,
  },
};

function approving(requestId: string): MutationCall {
  return (options) => approveAdjustment(ledger, requestId, options);
}

const entriesNow = async () =>
  (await readAllItems(ledger.tables.ledger)).filter(({ SK }) => SK.startsWith('jrn_')).length;

async function expectDoneOnce(answer: CallAnswer, mutation: TestedMutation, before: number) {
  expect(answer.body).toMatchObject({ status: mutation.status });
  const { id } = answer.body as { id: string };
  const path = { requestId: id };
  const read = await ledger.call('getFinancialAdjustmentRequest', { path });
  expect(read.body).toEqual(answer.body);
  expect((await entriesNow()) - before).toBe(mutation.entries);
}

const faults: [string, StoreFault, string][] = [
  ['a conflict', 'conflict', 'TransactWriteItems'],
  ['throttling of the read', 'throttle', 'BatchGetItem'],
  ['throttling of the commit', 'throttle', 'TransactWriteItems'],
  ['a connection that breaks before the commit', 'dead', 'TransactWriteItems'],
  ['a connection that breaks after the commit', 'lost', 'TransactWriteItems'],
];

const passing = Object.keys(mutations).flatMap((name) =>
  faults
    .filter(([, fault]) => fault !== 'throttle' || name.startsWith('approval'))
    .map(([title, fault, on]) => [name, title, fault, on] as const),
);

test.each(passing)('%s recovers from %s', async (name, _, fault, on) => {
  const mutation = mutations[name];
  if (!mutation) throw new Error(name);
  const call = await mutation.prepare();
  const before = await entriesNow();
  // The client of the store waits a second before it retries after throttling.
  let left = fault === 'throttle' ? 1 : 2;
  ledger.proxy.fail((operation) => (operation === on && left-- > 0 ? fault : 'none'));

  const answer = await call({ key: randomUUID() });

  ledger.proxy.heal();
  await expectDoneOnce(answer, mutation, before);
});

// A crashed process sends no further requests; the client retries with its key.
const points = [
  ['after its first read', 'BatchGetItem', 'lost'],
  ['before the commit', 'TransactWriteItems', 'dead'],
  ['after the commit', 'TransactWriteItems', 'lost'],
] as const;

const crashes = Object.keys(mutations).flatMap((name) =>
  points
    .filter(([title]) => title === 'after the commit' || name.startsWith('approval'))
    .map(([title, on, fault]) => [name, title, on, fault] as const),
);

test.each(crashes)('%s happens once after a crash %s and a retry', async (name, _, on, fault) => {
  const mutation = mutations[name];
  if (!mutation) throw new Error(name);
  const call = await mutation.prepare();
  const before = await entriesNow();
  const key = randomUUID();
  let isOver = false;
  ledger.proxy.fail((operation) => {
    if (isOver) return 'dead';
    isOver = operation === on;
    return isOver ? fault : 'none';
  });
  const crashed = await call({ key, remainingMs: () => (isOver ? 1_000 : 30_000) });
  const code = on === 'TransactWriteItems' ? 'outcome_unknown' : 'contention';
  expect(crashed.body).toMatchObject({ statusCode: 503, code });
  ledger.proxy.heal();

  await expectDoneOnce(await call({ key }), mutation, before);
});

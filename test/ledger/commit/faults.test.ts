// A lost answer, a crash between any two steps, conflicts and throttling lose nothing and repeat
// nothing.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { expectSoundLedger } from '../../support/invariants/invariants.ts';
import {
  credit,
  debit,
  openAccount,
  startWatchedLedger,
  transfer,
} from '../../support/stack/ledger.ts';
import type { WatchedLedger } from '../../support/stack/ledger.ts';
import type { StoreFault } from '../../support/stack/fault-proxy.ts';
import { buildRandom } from '../../support/fixtures/random.ts';

const ledger: WatchedLedger = await startWatchedLedger();
let account: string;
beforeEach(async () => {
  ledger.proxy.heal();
  account = await openAccount(ledger);
});
afterAll(async () => {
  ledger.proxy.heal();
  await expectSoundLedger(ledger.tables.ledger);
  await ledger.stop();
});

const balance = async (accountId: string) =>
  (await ledger.call('getAccountBalance', { path: { accountId } })).body.balance;

const transient: [string, StoreFault, string][] = [
  ['a conflict', 'conflict', 'TransactWriteItems'],
  ['throttling of the commit', 'throttle', 'TransactWriteItems'],
  ['throttling of the read', 'throttle', 'BatchGetItem'],
  ['a store that is unavailable', 'unavailable', 'TransactWriteItems'],
  ['keys that the store left unread', 'unprocessed', 'BatchGetItem'],
  ['a transaction that is still in progress', 'in-progress', 'TransactWriteItems'],
  ['a connection that breaks before the commit', 'dead', 'TransactWriteItems'],
  ['a connection that breaks after the commit', 'lost', 'TransactWriteItems'],
];

test.each(transient)('recovers from %s and posts once', async (_, fault, on) => {
  let left = 2;
  ledger.proxy.fail((operation) => (operation === on && left-- > 0 ? fault : 'none'));

  const posted = await ledger.call('postJournalEntry', { body: credit(account, '10.00') });

  expect(posted.status).toBe(201);
  expect(posted.headers).not.toHaveProperty('Idempotency-Replayed');
  expect(await balance(account)).toBe('10.00');
});

const ownTries: [string, readonly StoreFault[]][] = [
  ['is refused as a conflict', ['lost', 'conflict']],
  ['reaches no store, and the next read finds the receipt', ['lost', 'dead', 'dead']],
];

test.each(ownTries)('a repetition of a committed try that %s is no replay', async (_, faults) => {
  const left = [...faults];
  ledger.proxy.fail((operation) =>
    operation === 'TransactWriteItems' ? (left.shift() ?? 'none') : 'none',
  );

  const posted = await ledger.call('postJournalEntry', { body: credit(account, '10.00') });

  expect(left).toEqual([]);
  expect(posted.status).toBe(201);
  expect(posted.headers).not.toHaveProperty('Idempotency-Replayed');
  expect(await balance(account)).toBe('10.00');
});

test('reads all of a batch that the store reads in parts', async () => {
  for (let count = 0; count < 3; count += 1) await openAccount(ledger, { funds: '1.00' });
  const whole = await ledger.call('listAccounts');
  let parts = 0;
  ledger.proxy.fail((operation) =>
    operation === 'BatchGetItem' && (parts += 1) <= 2 ? 'partial' : 'none',
  );

  const read = await ledger.call('listAccounts');

  expect(parts).toBe(3);
  expect(whole.body.length).toBeGreaterThan(3);
  expect(read.text).toBe(whole.text);
});

test('a transaction has no token of the SDK: the receipt alone makes its tries harmless', async () => {
  ledger.proxy.requests.length = 0;

  await ledger.call('postJournalEntry', { body: credit(account, '1.00') });

  const sent = ledger.proxy.requests.filter(({ operation }) => operation === 'TransactWriteItems');
  expect(sent.map(({ input }) => Object.keys(input))).toEqual([['TransactItems']]);
});

// A crashed process sends no further requests; the client retries with its key. The process meets the
// first fault as soon as it sends what `crashesAt` names, and is gone once `faults` are used up: so the crash stays
// where the title says, even if the store needs a second call for something before.
interface Crash {
  readonly crashesAt: RegExp;
  readonly faults: readonly StoreFault[];
  readonly code: 'contention' | 'outcome_unknown';
}
const crashes: [string, Crash][] = [
  ['before the read', { crashesAt: /./, faults: [], code: 'contention' }],
  ['after the read', { crashesAt: /BatchGet/, faults: ['lost'], code: 'contention' }],
  ['before the commit', { crashesAt: /Transact/, faults: [], code: 'outcome_unknown' }],
  [
    'after the commit',
    { crashesAt: /Transact/, faults: ['lost', 'lost'], code: 'outcome_unknown' },
  ],
];

test.each(crashes)('a crash %s, and the retry posts once', async (_, crash) => {
  const key = randomUUID();
  const faults = [...crash.faults];
  let isOver = false;
  ledger.proxy.fail((operation) => {
    isOver ||= crash.crashesAt.test(operation);
    return isOver ? (faults.shift() ?? 'dead') : 'none';
  });
  const crashed = await ledger.call('postJournalEntry', {
    key,
    body: credit(account, '7.00'),
    remainingMs: () => (isOver ? 1_000 : 30_000),
  });
  expect(crashed.body).toMatchObject({ statusCode: 503, code: crash.code });
  expect(crashed.headers['Retry-After']).toBe('1');
  ledger.proxy.heal();

  const again = await ledger.call('postJournalEntry', { key, body: credit(account, '7.00') });

  expect(again.status).toBe(201);
  expect(await balance(account)).toBe('7.00');
});

test('times out on a hanging store early enough to answer', async () => {
  ledger.proxy.fail((operation) => (operation === 'TransactWriteItems' ? 'hang' : 'none'));
  const startedAt = Date.now();

  const refused = await ledger.call('postJournalEntry', {
    body: credit(account, '1.00'),
    remainingMs: 4_000,
  });

  expect(refused.body).toMatchObject({ statusCode: 503, code: 'outcome_unknown' });
  expect(Date.now() - startedAt).toBeLessThan(4_000);
});

test('answers 503, not 500, when the store is busy while a refusal is checked', async () => {
  ledger.proxy.fail((operation) => (operation === 'GetItem' ? 'throttle' : 'none'));

  const refused = await ledger.call('postJournalEntry', {
    body: debit(account, '1.00'),
    remainingMs: 3_000,
  });

  expect(refused.body).toMatchObject({ statusCode: 503, code: 'contention' });
});

test('answers 503, not 500, to an unanswered read', async () => {
  ledger.proxy.fail(() => 'throttle');

  const answer = await ledger.call('getAccountBalance', {
    path: { accountId: account },
    remainingMs: 1_600,
  });

  expect(answer.body).toMatchObject({ statusCode: 503, code: 'contention' });
});

test('keeps random transfers, each sent twice at once, right through locks and lost answers', async () => {
  const next = buildRandom(20261120);
  const accounts = await Promise.all(
    Array.from({ length: 6 }, () => openAccount(ledger, { funds: '1000.00' })),
  );
  const before = await expectSoundLedger(ledger.tables.ledger);
  ledger.proxy.lockItems(4);
  ledger.proxy.fail(() => {
    const draw = next();
    return draw < 0.04 ? 'lost' : draw < 0.06 ? 'throttle' : draw < 0.08 ? 'dead' : 'none';
  });
  const pick = () => Math.floor(next() * accounts.length);
  const transfers = Array.from({ length: 80 }, () => {
    const from = pick();
    const to = (from + 1 + Math.floor(next() * (accounts.length - 1))) % accounts.length;
    return { key: randomUUID(), body: transfer(accounts[from] ?? '', accounts[to] ?? '', '1.00') };
  });

  const accepted = await inLanes(4, transfers, async (request) => {
    const [one, two] = await Promise.all([untilAnswered(request), untilAnswered(request)]);
    expect(one).toBe(two);
    return one;
  });

  ledger.proxy.heal();
  const after = await expectSoundLedger(ledger.tables.ledger);
  expect(new Set(accepted).size).toBe(80);
  expect(after.journalEntries - before.journalEntries).toBe(80);
  expect(after.entries - before.entries).toBe(160);
  expect(after.total).toBe(before.total);
});

// docs/contract.md, Idempotency: clients repeat the same key after a 503, a limited number of
// times.
async function untilAnswered(request: { key: string; body: object }): Promise<string> {
  for (let tries = 0; tries < 20; tries += 1) {
    const answer = await ledger.call('postJournalEntry', request);
    if (answer.status === 201) return answer.text;
    expect(answer.status).toBe(503);
  }
  throw new Error('no answer in 20 tries');
}

async function inLanes<In, Out>(
  lanes: number,
  work: In[],
  run: (item: In) => Promise<Out>,
): Promise<Out[]> {
  const results: Out[] = [];
  const left = [...work];
  const lane = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift())
      results.push(await run(item));
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return results;
}

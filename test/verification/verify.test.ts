// A sound ledger has no differences, both after random activity and during it.
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { keys } from '../../functions/ledger/store/keys.ts';
import { verifyLedger } from '../../functions/verification/verify.ts';
import { openLocalStore } from '../../commands/verification/connect.ts';
import {
  credit,
  debit,
  openAccount,
  startWatchedLedger,
  transfer,
} from '../support/stack/ledger.ts';
import type { WatchedLedger } from '../support/stack/ledger.ts';
import type { StoreFault } from '../support/stack/fault-proxy.ts';
import { approveAdjustment, adjustLoan } from '../support/fixtures/adjustments.ts';
import { applyTransitions } from '../support/fixtures/lifecycle.ts';
import { agreeLoan, disbursedLoan, fee } from '../support/fixtures/loans.ts';
import { publishProduct } from '../support/fixtures/products.ts';
import { buildRandom } from '../support/fixtures/random.ts';
import { openDirectClient } from '../support/stack/tables.ts';
import { verifyTables } from '../support/invariants/verification.ts';

let ledger: WatchedLedger;
beforeAll(async () => {
  ledger = await startWatchedLedger();
});
beforeEach(() => ledger.proxy.heal());
afterAll(() => ledger.stop());

/** The store of the verification, behind the same proxy as the operations. */
function storeBehindProxy() {
  const { ledger: ledger_table, receipts: receipts_table } = ledger.tables;
  return openLocalStore({ ledger_table, receipts_table, endpoint: ledger.proxy.endpoint });
}

test('nothing is reported after random activity of two tenants', async () => {
  const next = buildRandom(7);
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(next() * items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  };
  for (const tenant of ['acme', 'globex']) {
    const accounts = await Promise.all(
      Array.from({ length: 5 }, () => openAccount(ledger, { tenant, funds: '50.00' })),
    );
    for (let step = 0; step < 40; step += 1) {
      const amount = `${Math.floor(next() * 40) + 1}.00`;
      const body = () => pick([credit, debit])(pick(accounts), amount) as ReturnType<typeof credit>;
      const move = transfer(pick(accounts), pick(accounts), amount);
      const isBatch = next() < 0.3;
      if (isBatch) {
        await ledger.call('postJournalEntries', { tenant, body: { entries: [body(), move] } });
      } else await ledger.call('postJournalEntry', { tenant, body: pick([move, body()]) });
    }
  }

  const verdict = await verifyTables(ledger.tables);

  expect(verdict).toMatchObject({ isSound: true, isFinished: true, tenants: 2, differences: [] });
  expect(verdict.checked['accounts']).toBe(10);
  expect(verdict.checked['journal_entries']).toBeGreaterThan(40);
  expect((await verifyTables(ledger.tables, { tenant: 'acme' })).checked['accounts']).toBe(5);
});

/** Changes the status of an account and the configuration until it is stopped. */
async function changing(account: string, stopped: AbortSignal): Promise<void> {
  for (let turn = 0; !stopped.aborted; turn += 1) {
    const transition = turn % 2 === 0 ? 'FREEZE' : 'UNFREEZE';
    await applyTransitions(ledger, account, transition);
    await publishProduct(ledger, 'changing');
    await agreeLoan(ledger);
  }
}

test('no false alarm while postings are made', async () => {
  const accounts = await Promise.all(
    Array.from({ length: 4 }, () => openAccount(ledger, { funds: '1000.00' })),
  );
  const stopped = new AbortController();
  const load = Array.from({ length: 6 }, async (_, worker) => {
    for (let turn = worker; !stopped.signal.aborted; turn += 1) {
      const [from = '', to = ''] = [accounts[turn % 4], accounts[(turn + 1 + (worker % 3)) % 4]];
      await ledger.call('postJournalEntry', { body: transfer(from, to, '1.00') });
    }
  });
  const loan = await disbursedLoan(ledger);
  const adjusting = async () => {
    while (!stopped.signal.aborted) {
      const path = { loanId: loan.id };
      const charged = await ledger.call('postLoanTransaction', { path, body: fee('1.00') });
      const lending = { ...fee('2.00'), type: undefined };
      await approveAdjustment(ledger, await adjustLoan(ledger, charged.body.id, lending));
    }
  };
  load.push(adjusting(), changing(await openAccount(ledger), stopped.signal));

  const verdicts = [];
  for (let round = 0; round < 6; round += 1) {
    verdicts.push(await verifyTables(ledger.tables, { settleMs: 400 }));
  }
  stopped.abort();
  await Promise.all(load);

  expect(verdicts.flatMap(({ differences }) => differences)).toEqual([]);
  // The number depends on the speed of the machine; there must be some.
  expect(verdicts.at(-1)?.checked['reversal_marks']).toBeGreaterThan(0);
  expect((await verifyTables(ledger.tables)).isSound).toBe(true);
});

test('a posting that started before the run and commits during the scan', async () => {
  const account = await openAccount(ledger, { funds: '1.00' });
  let release = () => undefined as void;
  const released = new Promise<void>((resolve) => (release = resolve));
  const { proxy } = ledger;
  let posting: ReturnType<WatchedLedger['call']> | undefined;
  let step: 'reads' | 'commits' | 'released' = 'reads';
  const started = new Promise<void>((resolve) => {
    proxy.fail(async (operation): Promise<StoreFault> => {
      if (operation === 'TransactWriteItems') {
        step = 'commits';
        resolve();
        await released;
      }
      // The query for an account's entries comes after the scan has read the ledger without the posting. The posting has
      // queries of its own, where what it has cached is too old.
      if (operation === 'Query' && step === 'commits') {
        step = 'released';
        release();
        await posting;
      }
      return 'none';
    });
  });
  posting = ledger.call('postJournalEntry', { body: credit(account, '2.00') });
  await started;
  await new Promise((resolve) => setTimeout(resolve, 20));

  const store = storeBehindProxy();
  const verdict = await verifyLedger({ store, requests: 1, settleMs: 0 });

  expect(verdict).toMatchObject({ isSound: true, differences: [] });
  expect(await posting).toMatchObject({ status: 201 });
  const scans = proxy.requests.filter(({ operation }) => operation === 'Scan');
  expect(scans.length).toBeGreaterThan(2);
});

test('a posting between the reads of a balance and of its entries', async () => {
  const account = await openAccount(ledger, { funds: '1.00' });
  let isIn = false;
  let status: number | undefined;
  ledger.proxy.fail(async (operation): Promise<StoreFault> => {
    if (operation === 'Query' && !isIn) {
      isIn = true;
      ({ status } = await ledger.call('postJournalEntry', { body: credit(account, '2.00') }));
    }
    return 'none';
  });

  const verdict = await verifyLedger({ store: storeBehindProxy(), settleMs: 0 });

  expect(status).toBe(201);
  expect(verdict).toMatchObject({ isSound: true, differences: [] });
});

test('makes only the requests that its role grants, and no more at once than its limit', async () => {
  const { proxy, tables } = ledger;
  let [now, most] = [0, 0];
  const store = storeBehindProxy();
  store.documents.middlewareStack.add(
    (next) => async (input) => {
      most = Math.max(most, (now += 1));
      try {
        return await next(input);
      } finally {
        now -= 1;
      }
    },
    { step: 'initialize' },
  );
  const tenant = 'initech';
  const account = await openAccount(ledger, { tenant, funds: '1.00' });
  const engine = openDirectClient();
  const Key = keys.balance(tenant, account);
  await engine.send(new DeleteCommand({ TableName: tables.ledger, Key }));
  engine.destroy();
  proxy.requests.length = 0;

  const verdict = await verifyLedger({ store, requests: 3, settleMs: 0 });

  expect(verdict.isSound).toBe(false);
  expect(most).toBeLessThanOrEqual(3);
  const actions = new Set(proxy.requests.flatMap((request) => request.actions));
  expect([...actions].sort()).toEqual(
    [
      `GetItem ${tables.ledger}`,
      `Query ${tables.ledger}`,
      `Scan ${tables.ledger}`,
      `Scan ${tables.receipts}`,
    ].sort(),
  );
});

test('a run that is out of time is unfinished, and reports no unread record as missing', async () => {
  let calls = 0;
  const verdict = await verifyTables(ledger.tables, {
    isOver: () => (calls += 1) > 30,
    requests: 2,
  });

  expect(verdict).toMatchObject({ isSound: false, isFinished: false, differences: [] });
});

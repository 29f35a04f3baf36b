import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { requestPeriodChange } from '../../support/accounting-periods/closings.ts';
import { rejectTransition, submitTransition } from '../../support/fixtures/lifecycle.ts';
import { asTenant, openAccount, startWatchedLedger } from '../../support/stack/ledger.ts';
import type { CallOptions, OperationCaller, WatchedLedger } from '../../support/stack/ledger.ts';
import { openDirectClient, readAllItems } from '../../support/stack/tables.ts';

let ledger: WatchedLedger;
beforeAll(async () => {
  ledger = await startWatchedLedger();
});
afterAll(() => ledger.stop());

const count = async ({ call }: OperationCaller, options: CallOptions = {}) =>
  (await call('countRequests', options)).body;

/** Copies an item so often, under identifiers with a U, which no identifier made by the ledger has. */
async function copyItem(id: string, copies: number, padding = ''): Promise<void> {
  const client = openDirectClient();
  const item = (await readAllItems(ledger.tables.ledger)).find(({ SK }) => SK === id);
  const buildCopy = (index: number) => {
    const SK = `${id.slice(0, -4)}U${String(index).padStart(3, '0')}`;
    return { ...item, SK, time_order: SK.slice(4), padding };
  };
  for (let start = 0; start < copies; start += 100) {
    const indices = Array.from({ length: Math.min(100, copies - start) }, (_, at) => start + at);
    await Promise.all(
      indices.map((index) =>
        client.send(new PutCommand({ TableName: ledger.tables.ledger, Item: buildCopy(index) })),
      ),
    );
  }
  client.destroy();
}

test('counts what waits for the caller and the caller’s own, with one query', async () => {
  const caller = asTenant(ledger, 'bank');
  const account = await openAccount(caller);
  await submitTransition(caller, account);
  await requestPeriodChange(caller, 'close');
  await submitTransition(caller, account, 'FREEZE', { subject: 'linus' });
  await rejectTransition(caller, await submitTransition(caller, account));
  ledger.proxy.requests.length = 0;

  expect(await count(caller)).toEqual({ decidable: 1, mine: 2, is_exact: true });

  expect(ledger.proxy.requests.map(({ operation }) => operation)).toEqual(['Query']);
  expect(await count(caller, { subject: 'linus' })).toMatchObject({ decidable: 2, mine: 1 });
  expect(await count(caller, { subject: 'grace' })).toMatchObject({ decidable: 3, mine: 0 });
  const reader = { subject: 'grace', permissions: ['finance.read'] };
  expect(await count(caller, reader)).toMatchObject({ decidable: 0, mine: 0 });
  const other = await count(asTenant(ledger, 'other'));
  expect(other).toEqual({ decidable: 0, mine: 0, is_exact: true });
});

test('counts up to 1,000 and says when there are more', async () => {
  const caller = asTenant(ledger, 'busy');
  const id = await submitTransition(caller, await openAccount(caller));
  await copyItem(id, 1_000);

  const checker = await count(caller, { subject: 'grace' });

  expect(checker).toEqual({ decidable: 1_000, mine: 0, is_exact: false });
  expect(await count(caller)).toEqual({ decidable: 0, mine: 1_000, is_exact: false });
});

test('reads at most eight megabytes, however large the requests are', async () => {
  const caller = asTenant(ledger, 'large');
  const id = await submitTransition(caller, await openAccount(caller));
  await copyItem(id, 40, 'x'.repeat(300_000));
  ledger.proxy.requests.length = 0;

  const counts = await count(caller);

  expect(ledger.proxy.requests).toHaveLength(8);
  expect(counts.mine).toBeGreaterThan(20);
  expect(counts).toMatchObject({ decidable: 0, is_exact: false });
});

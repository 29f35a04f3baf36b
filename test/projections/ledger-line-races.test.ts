// A commit that comes between the reads of one page of ledger lines.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { DomainEvent } from '../../functions/domain/projections/projector.ts';
import { LEDGER_HEAD } from '../../functions/domain/projections/general-ledger.ts';
import { readLedgerLines } from '../../functions/ledger/projections/general-ledger-lines.ts';
import { applyLedgerEvents } from '../../functions/ledger/projections/general-ledger-writes.ts';
import type { Store } from '../../functions/ledger/store/store.ts';
import { buildLedgerEvent } from '../support/projections/ledger-events.ts';
import type { LineBody } from '../support/projections/ledger-events.ts';
import { startStoredLedger } from '../support/projections/tables.ts';
import type { StoredLedger } from '../support/projections/tables.ts';

const TENANT = 'acme';
const WIDE_TENANT = 'wide';

let rig: StoredLedger;
let store: Store;
beforeAll(async () => {
  rig = await startStoredLedger();
  ({ store } = rig);
});
afterAll(() => rig.stop());

const apply = (events: readonly DomainEvent[]) =>
  applyLedgerEvents(store, { tenant: TENANT, generation: 1 }, events);

const post = (amount: number) =>
  buildLedgerEvent([
    ['1000', amount],
    ['2000', -amount],
  ]);

interface RowQuery {
  readonly input: {
    readonly ExpressionAttributeValues?: Readonly<Record<string, unknown>>;
    readonly TransactItems?: readonly unknown[];
  };
}

type SentCommand = (command: RowQuery, ...rest: unknown[]) => Promise<unknown>;

/** The store, with another way to send its commands. */
function withSend(wrap: (send: SentCommand) => SentCommand): Store {
  const send = wrap((command, ...rest) => store.documents.send(command as never, ...(rest as [])));
  return { ...store, documents: Object.assign(Object.create(store.documents), { send }) };
}

/** A store where a commit comes between the read of the head and those of the rows, whichever come first. */
function withCommitBetween(commit: () => Promise<unknown>): Store {
  const rows: Promise<unknown>[] = [];
  let isOver = false;
  return withSend((send) => async (command, ...rest) => {
    const name = command.input.ExpressionAttributeValues?.[':rows'];
    if (isOver || name === undefined) return send(command, ...rest);
    if (name !== LEDGER_HEAD) {
      rows.push(send(command, ...rest));
      return rows.at(-1);
    }
    await nextTurn();
    const head = rows.length === 0 ? await send(command, ...rest) : undefined;
    await Promise.all(rows);
    isOver = true;
    await commit();
    return head ?? send(command, ...rest);
  });
}

/** A store whose user ends after one commit. */
function withOneCommit(): Store {
  let commits = 0;
  return withSend((send) => async (command, ...rest) => {
    if (command.input.TransactItems) commits += 1;
    if (commits > 1) throw new Error('the projector has ended');
    return send(command, ...rest);
  });
}

test.each(['newest first', 'oldest first'] as const)(
  'each line, %s, has the balance of the counters that were read',
  async (order) => {
    const readFrom = (from: Store) =>
      readLedgerLines(
        { store: from, tenant: TENANT, actor: 'ada', correlationId: 'c-1', operation: 'read' },
        '1000',
        { to: '2030-12-31' },
        { order, after: undefined, limit: 2 },
      );
    if (order === 'newest first') await apply([1, 2, 3, 4, 5].map(post));
    const before = await readFrom(store);

    const between = await readFrom(withCommitBetween(() => apply([post(100)])));

    expect(between).toEqual({
      ...before,
      ...between,
      items: before.items,
      balances: before.balances,
    });
    const after = await readFrom(store);
    expect(after.balances[0]?.closing).toBe((before.balances[0]?.closing ?? 0n) + 10_000n);
  },
);

test('a page has no line of an entry that is only partly in', async () => {
  const lines = Array.from({ length: 150 }, (): LineBody => ['1000', 2]);
  const wide = buildLedgerEvent([...lines, ['2000', -300]]);
  const applyWide = (to: Store) =>
    applyLedgerEvents(to, { tenant: WIDE_TENANT, generation: 1 }, [wide]);
  const readFrom = (from: Store) =>
    readLedgerLines(
      { store: from, tenant: WIDE_TENANT, actor: 'ada', correlationId: 'c-1', operation: 'read' },
      '1000',
      { to: '2030-12-31' },
      { order: 'oldest first', after: undefined, limit: 2 },
    );
  const busy = { name: 'RetryableError', reason: 'busy' };
  await expect(applyWide(withOneCommit())).rejects.toThrow('the projector has ended');

  await expect(readFrom(store)).rejects.toMatchObject(busy);

  // The rest comes in when either the head or the rows of the account were read.
  const between = withCommitBetween(() => applyWide(store));
  await expect(readFrom(between)).rejects.toMatchObject(busy);
  expect((await readFrom(store)).balances).toMatchObject([{ debits: 30_000n }]);
});

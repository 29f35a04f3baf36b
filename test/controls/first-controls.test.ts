// The first controls of a tenant, which an administrator may set alone.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { setFirstControls } from '../../functions/controls/commit-controls.ts';
import { obeyControls } from '../../functions/controls/obey-controls.ts';
import { controllableOperations } from '../../schemas/generated/controllable-operations.ts';
import { putControls } from '../support/controls/controls.ts';
import { openStore, verifyTables } from '../support/invariants/verification.ts';
import { projectReceipts } from '../support/projections/projections.ts';
import { asTenant, startLedger } from '../support/stack/ledger.ts';
import type { TestLedger } from '../support/stack/ledger.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(async () => {
  try {
    expect((await verifyTables(ledger.tables)).differences).toEqual([]);
  } finally {
    await ledger.stop();
  }
});

const set = (tenant: string, when = 'amount > 1.00') => {
  const controls = [{ operation: 'postJournalEntry', when, require: 'APPROVAL' as const }];
  const request = { store: openStore(ledger.tables), tenant, actor: 'local:root', controls };
  return setFirstControls(request, controllableOperations);
};

test('an administrator sets the first controls, and an audit event says so', async () => {
  expect(await set('aurora')).toBe(true);

  const caller = asTenant(ledger, 'aurora');
  expect((await caller.call('getControls')).body).toMatchObject({ version: 1 });
  await projectReceipts(ledger, 'aurora');
  const { body } = await caller.call('listAuditEvents');
  expect(body.items).toMatchObject([{ actor: 'local:root', operation: 'setFirstControls' }]);
});

test('a tenant without controls pays nothing for them', async () => {
  let reads = 0;
  const count = {
    ownKeys: (target: object) => {
      reads += 1;
      return Reflect.ownKeys(target);
    },
    get: (target: object, name: string) => {
      reads += 1;
      return Reflect.get(target, name) as unknown;
    },
  };
  const entry = new Proxy({ ledger_lines: [], account_postings: [] }, count);
  const commitFor = async (tenant: string) => {
    const session = {
      store: openStore(ledger.tables),
      tenant,
      actor: 'ada',
      correlationId: 'flow-1',
      operation: 'postJournalEntry',
    };
    const stored = { path: {}, body: new Proxy({}, count) };
    const actor = { id: 'ada', kind: 'OPERATOR' } as const;
    const obeying = obeyControls(session, { control: 'OPTIONAL', stored, actor, now: new Date() });
    const head = { type: 'journal_entry.posted', aggregateId: 'jrn_1', version: 1 };
    const change = { writes: [], events: [{ ...head, payload: entry }], status: 201, body: {} };
    // A session without an attempt commits nothing.
    await expect(obeying.commitInstead?.(change)).rejects.toThrow('is not idempotent');
    return reads;
  };
  await set('echo');

  expect([await commitFor('foxtrot'), (await commitFor('echo')) > 0]).toEqual([0, true]);
});

test('of several commands at once one sets them', async () => {
  const commands = await Promise.all(Array.from({ length: 8 }, () => set('boreal')));

  expect(commands.filter(Boolean)).toHaveLength(1);
});

test('a tenant that has had controls keeps them', async () => {
  const caller = asTenant(ledger, 'coral');
  await putControls(caller, []);

  expect(await set('coral')).toBe(false);
  expect((await caller.call('getControls')).body).toMatchObject({ controls: [], version: 1 });
});

test('they are checked as those of operators are', async () => {
  await expect(set('delta', 'amonut > 1.00')).rejects.toThrow('there is no variable amonut');
});

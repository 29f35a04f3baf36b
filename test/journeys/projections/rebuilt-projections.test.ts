// The state machine that rebuilds projections, in the running template with its roles. It is
// killed, started twice at once and receives new events meanwhile; the result equals a rebuild from
// nothing, record by record.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  PROJECTION_NAMES,
  READ_MODEL_NAMES,
} from '../../../functions/domain/projections/projector.ts';
import type { ProjectionName } from '../../../functions/domain/projections/projector.ts';
import { readControl } from '../../../functions/ledger/projections/generations.ts';
import type { Store } from '../../../functions/ledger/store/store.ts';
import { rebuildProjection } from '../../../functions/projections/rebuild/rebuild.ts';
import {
  buildConsumersConnection,
  openLocalProjections,
} from '../../../commands/projections/connect.ts';
import {
  RebuildMachine,
  buildRebuildMachineConnection,
} from '../../../commands/projections/rebuild-machine.ts';
import type { RebuildResult } from '../../../commands/projections/rebuild-machine.ts';
import { buildLedgerConnection } from '../../../commands/verification/connect.ts';
import { credit } from '../../support/stack/ledger.ts';
import { readRecords } from '../../support/projections/tables.ts';
import { startTestStack } from '../../support/stack/stack.ts';
import type { TestStack } from '../../support/stack/stack.ts';
import { readAllItems } from '../../support/stack/tables.ts';

const ENTRIES = 100;
const ENTRIES_AT_ONCE = 25;

let stack: TestStack;
let store: Store;
let machine: RebuildMachine;
const folder = mkdtempSync(join(tmpdir(), 'rebuilt-'));
const stackFile = join(folder, 'stack.json');
const connect = () => {
  const ledger = buildLedgerConnection(stack.local);
  const rebuild_machine = buildRebuildMachineConnection(stack.local);
  const connections = {
    ledger,
    stream_consumers: buildConsumersConnection(stack.local),
    rebuild_machine,
  };
  writeFileSync(stackFile, JSON.stringify(connections));
  store = openLocalProjections(ledger);
  machine = RebuildMachine.here(rebuild_machine);
};
const disconnect = () => {
  store.documents.destroy();
  machine.close();
};
beforeAll(async () => {
  stack = await startTestStack({ keepsData: true });
  connect();
});
afterAll(async () => {
  disconnect();
  await stack.stop();
  rmSync(folder, { recursive: true });
});

/**
 * The partitions of generations that serve no more. A consumer that is slower than the state machine
 * waits may leave records there; the next rebuild removes them.
 */
async function listLeftovers(): Promise<string[]> {
  const items = await readAllItems(store.projectionsTable ?? '', stack.local.endpoint);
  const now = await generations();
  return items
    .map(({ PK }) => PK)
    .filter((key) => {
      const name = PROJECTION_NAMES.find((one) => key.includes(`#PRJ#${one}#`));
      return name !== undefined && !`${key}#`.includes(`#PRJ#${name}#G${now[name].active}#`);
    });
}

/** The output of `npm run projections`. */
async function command(words: string): Promise<string> {
  const file = join(import.meta.dirname, '../../../bin/projections.ts');
  const all = [file, ...words.split(' '), '--stack', stackFile];
  return (await promisify(execFile)(process.execPath, all)).stdout;
}

async function post(count: number): Promise<void> {
  const owner = { customer_id: 'c', product_id: 'current', name: 'Ada', currency: 'EUR' };
  const { id } = (await stack.post('/api/accounts', owner)).body;
  for (let left = count; left > 0; left -= ENTRIES_AT_ONCE) {
    const entries = Array.from({ length: ENTRIES_AT_ONCE }, () => credit(id, '1.00'));
    expect((await stack.post('/api/journal-entries/batch', { entries })).status).toBe(201);
  }
  const config = { overdraft_limit: '1.00' };
  await stack.post('/api/products', { id: 'current', type: 'CURRENT', config });
}

async function caughtUp(): Promise<void> {
  for (;;) {
    const { body } = await stack.get('/api/projections/status');
    if (body.every(({ lag_seconds: lag }: { lag_seconds: number }) => lag === 0)) return;
    await sleep(50);
  }
}

const generations = async () => (await readControl(store)).projections;

async function served(name: ProjectionName): Promise<Record<string, unknown>> {
  const { active } = (await generations())[name];
  const source = { client: store.documents, table: store.projectionsTable ?? '', tenant: 'acme' };
  return readRecords(source, name, active);
}

async function ended(execution: string): Promise<RebuildResult> {
  for (;;) {
    const done = await machine.ended(execution);
    if (done) return done;
    await sleep(50);
  }
}

/** Rebuilds as the command does, on the present records, without waiting for readers. */
async function fromNothing(name: ProjectionName): Promise<Record<string, unknown>> {
  await rebuildProjection(store, name, {
    segments: 4,
    report: () => undefined,
    graceMs: 0,
  });
  return served(name);
}

test('equals a rebuild from nothing after a kill and a second concurrent start', async () => {
  await post(ENTRIES);
  await caughtUp();
  const before = await served('ledger_activity');

  const first = await Promise.all(PROJECTION_NAMES.map((name) => machine.start(name, 4)));
  while ((await generations()).ledger_activity.building === undefined) await sleep(5);
  disconnect();
  await stack.restart();
  connect();
  const [ofProducts, ...ofOthers] = PROJECTION_NAMES.toReversed();
  const second = await Promise.all(ofOthers.map((name) => machine.start(name, 3)));
  const actual = command(`start ${ofProducts} --segments 3`);
  await post(ENTRIES_AT_ONCE);
  const done = await Promise.all([...first, ...second].map(ended));
  expect(await actual).toMatch(/generation \d+ serves, from \d+ receipts\n$/);
  await caughtUp();

  expect(Object.keys(before)).toHaveLength(ENTRIES);
  for (const one of done) expect(one).toMatchObject({ failed: 0 });
  const made = await Promise.all(PROJECTION_NAMES.map(served));
  const now = await generations();
  for (const name of PROJECTION_NAMES) {
    const { active, ...others } = now[name];
    expect([active > 1, others]).toEqual([true, {}]);
  }
  // The batch that came meanwhile may still be under way; what stood there before is removed.
  expect((await listLeftovers()).length).toBeLessThan(ENTRIES);
  const lines = READ_MODEL_NAMES.map(
    (name) => `${name}: generation ${now[name].active} serves; nothing is being rebuilt\n`,
  );
  expect(await command('progress')).toBe(lines.join(''));
  for (const [index, name] of PROJECTION_NAMES.entries()) {
    expect(await fromNothing(name)).toEqual(made[index]);
  }
  expect(Object.keys(made[1] ?? {})).toHaveLength(ENTRIES + ENTRIES_AT_ONCE);
  expect(await listLeftovers()).toEqual([]);
});

test('a redrive reports an empty queue', async () => {
  const none = '0 messages redriven (0 receipts from the stream, 0 from the table), 0 stay';

  expect(await command('redrive')).toBe(`project-events: ${none}\npublish-events: ${none}\n`);
});

test('fails at once with the reason when a projection cannot be rebuilt', async () => {
  const execution = await machine.start('balances' as ProjectionName);

  await expect(ended(execution)).rejects.toThrow(/FAILED: WrongRebuild .*no projection balances/);
});

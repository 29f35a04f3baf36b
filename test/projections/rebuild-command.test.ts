// `npm run projections -- rebuild`: how long it waits for readers, and what a pipe sees meanwhile.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { READ_MODEL_NAMES } from '../../functions/domain/projections/projector.ts';
import { readControl } from '../../functions/ledger/projections/generations.ts';
import { readActiveGeneration } from '../../functions/ledger/projections/reads.ts';
import { computeGraceSeconds } from '../../functions/projections/rebuild/rebuild-input.ts';
import { computeGraceMs, rebuildProjection } from '../../functions/projections/rebuild/rebuild.ts';
import { readStage } from '../../lib/config/stages.ts';
import { SETTINGS as local } from '../../stages/local.ts';
import { startCommand } from '../support/commands/running-command.ts';
import { openTestStore } from '../support/projections/tables.ts';
import { advanceTime, returnToPresent, stopTimeAt } from '../support/stack/advance-time.ts';
import { openAccount, startLedger } from '../support/stack/ledger.ts';
import type { TestLedger } from '../support/stack/ledger.ts';
import { readEngineEndpoint } from '../support/stack/tables.ts';

const TEN_MINUTES_MS = 600_000;
const folder = mkdtempSync(join(tmpdir(), 'rebuild-command-'));

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
  await openAccount(ledger);
});
afterAll(async () => {
  returnToPresent();
  await ledger.stop();
  rmSync(folder, { recursive: true });
});

/** Starts the command on a stage whose readers use a generation for that long, with its output in a pipe. */
function rebuildAll(generationReuseMs: number) {
  const stackFile = join(folder, `${generationReuseMs}.json`);
  const { ledger: ledger_table, receipts: receipts_table, projections } = ledger.tables;
  const connection = {
    ledger_table,
    receipts_table,
    projections_table: projections,
    generation_reuse_ms: generationReuseMs,
    endpoint: readEngineEndpoint(),
  };
  writeFileSync(stackFile, JSON.stringify({ ledger: connection }));
  return startCommand('projections', ['rebuild', 'all', '--stack', stackFile]);
}

const readGenerations = async () =>
  Object.values((await readControl(openTestStore(ledger))).projections);

test('says in a pipe what serves before it waits for readers, once for all projections', async () => {
  const { child, end } = rebuildAll(TEN_MINUTES_MS);
  const served: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    served.push(line);
    if (served.length === READ_MODEL_NAMES.length) break;
  }
  child.kill();
  await end;

  expect(served).toEqual(
    READ_MODEL_NAMES.map((name) => `${name}: generation 2 serves, from 1 receipts`),
  );
  expect(await readGenerations()).toMatchObject(
    READ_MODEL_NAMES.map(() => ({ active: 2, retiring: 1 })),
  );
});

test('deletes the old generations, also those that an ended command has left', async () => {
  const { code, out } = await rebuildAll(1).end;

  expect(code).toBe(0);
  expect(out).toContain('\nThe old generations are deleted.\n');
  expect(await readGenerations()).toEqual(READ_MODEL_NAMES.map(() => ({ active: 3 })));
});

test('waits for as long as readers of the stage may use the old generation, and a second', async () => {
  const store = openTestStore(ledger);
  const { generationReuseMs: localMs } = readStage('local', local);
  const { generationReuseMs: deployedMs } = readStage('production', {});

  expect(computeGraceMs({ ...store, generationReuseMs: localMs })).toBe(1_500);
  expect(computeGraceSeconds({ ...store, generationReuseMs: localMs })).toBe(2);
  // The commands do not know the settings of a deployed stage, and wait for the longest time.
  expect(computeGraceMs(store)).toBe(deployedMs + 1_000);
});

test('a reader uses the generation that it has read for that time, and no longer', async () => {
  stopTimeAt(Date.now());
  const store = { ...openTestStore(ledger), generationReuseMs: 500 };
  const read = async () => (await readActiveGeneration(store, 'ledger_activity')).generation;
  const before = await read();
  const options = { segments: 1, report: () => undefined, graceMs: 0 };
  await rebuildProjection(store, 'ledger_activity', options);

  const cached = await read();
  advanceTime(501);

  expect({ before, cached, later: await read() }).toEqual({ before: 3, cached: 3, later: 4 });
});

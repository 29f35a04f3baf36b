// Kills the runner in the middle of a load and starts it again: the projections catch up without
// losing or repeating an event. With 5,000 postings: PROJECTION_LOAD=5000 npm test --
// test/journeys/projections/killed-projections.test.ts
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from '@jest/globals';
import { rebuildProjection } from '../../../functions/projections/rebuild/rebuild.ts';
import { startProduct } from '../../../tools/bench/load/running-product.ts';
import type { RunningProduct } from '../../../tools/bench/load/running-product.ts';
import { chooseEngine } from '../../../local/engines/engine.ts';
import { openLocalProjections } from '../../../commands/projections/connect.ts';
import { readRecords } from '../../support/projections/tables.ts';
import { credit } from '../../support/stack/ledger.ts';
import { openDirectClient } from '../../support/stack/tables.ts';

const LOAD = Number(process.env['PROJECTION_LOAD'] ?? 120);
const CLIENTS = 8;
const TENANT = 'aurora';
const NAME = 'ledger_activity';

const folder = mkdtempSync(join(tmpdir(), 'killed-'));
const running: RunningProduct[] = [];
afterAll(async () => {
  await Promise.all(running.map((product) => product.stop().catch(() => undefined)));
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<RunningProduct> {
  const engine = String(chooseEngine(process.env['DYNAMODB_ENGINE']));
  const product = await startProduct({ folder, engine, data: join(folder, 'data') });
  running.push(product);
  return product;
}

async function open(product: RunningProduct): Promise<string> {
  const body = { customer_id: 'c', product_id: 'p', name: 'Ada', currency: 'EUR' };
  const path = '/api/accounts';
  const permission = 'finance.write';
  const key = randomUUID();
  return JSON.parse(await product.requireSuccess({ method: 'POST', path, permission, body, key }))
    .id;
}

/** Posts what the keys name; a key without an answer stays in the list. */
async function post(product: RunningProduct, account: string, keys: string[], until: number) {
  const client = async () => {
    for (let key = keys.shift(); key !== undefined; key = keys.shift()) {
      try {
        const path = '/api/journal-entries';
        const body = credit(account, '1.00');
        await product.requireSuccess({
          method: 'POST',
          path,
          permission: 'finance.write',
          body,
          key,
        });
      } catch {
        keys.push(key);
        return;
      }
      if (keys.length === until) await product.kill();
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}

async function caughtUp(product: RunningProduct): Promise<void> {
  for (;;) {
    const path = '/api/projections/status';
    const answer = await product.requireSuccess({
      method: 'GET',
      path,
      permission: 'finance.read',
    });
    const status = JSON.parse(answer) as { projection_name: string; lag_seconds: number }[];
    if (status.every(({ lag_seconds: lag }) => lag === 0)) return;
    await sleep(50);
  }
}

test(`killed in the middle of ${LOAD} postings, the projections catch up`, async () => {
  const keys = Array.from({ length: LOAD }, () => randomUUID());
  const first = await start();
  const account = await open(first);
  await post(first, account, keys, Math.floor(LOAD / 2));
  running.pop();
  expect(keys.length).toBeGreaterThan(0);

  const second = await start();
  await post(second, account, keys, -1);
  await caughtUp(second);

  const connection = second.stack.ledger;
  const client = openDirectClient(connection.endpoint);
  const records = (generation: number) =>
    readRecords({ client, table: connection.projections_table, tenant: TENANT }, NAME, generation);
  const projected = await records(1);
  const store = openLocalProjections(connection);
  await rebuildProjection(store, NAME, {
    segments: 4,
    report: () => undefined,
    graceMs: 0,
  });
  expect(Object.keys(projected)).toHaveLength(LOAD);
  expect(await records(2)).toEqual(projected);
  client.destroy();
  store.documents.destroy();
});

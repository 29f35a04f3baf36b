// `npm run verify` against the running template; for its daily run, see nightly-verification.test.ts.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { keys } from '../../functions/ledger/store/keys.ts';
import { evidenceKeys } from '../../functions/ledger/evidence/keys.ts';
import { TILE_WIDTH } from '../../functions/domain/evidence/tiles.ts';
import { buildLedgerConnection, openLocalEvidence } from '../../commands/verification/connect.ts';
import type { LedgerConnection } from '../../commands/verification/connect.ts';
import { readWholeObject } from '../../functions/artifacts/objects.ts';
import { evidenceObjectKeys } from '../../functions/artifacts/locations.ts';
import type { Item } from '../../functions/ledger/store/item.ts';
import { SETTLED_MS } from '../support/evidence/deployed-sealing.ts';
import { whileDamaged } from '../support/scenarios/system/while-damaged.ts';
import { putReceipts } from '../support/receipts/test-receipts.ts';
import { killCommand, startCommand } from '../support/commands/running-command.ts';
import { credit } from '../support/stack/ledger.ts';
import { runNightlyVerification } from '../support/scenarios/system/nightly-verification.ts';
import { startTestStack } from '../support/stack/stack.ts';
import type { TestStack } from '../support/stack/stack.ts';
import { openDirectClient, readAllItems } from '../support/stack/tables.ts';

const folder = mkdtempSync(join(tmpdir(), 'verification-'));
const stackFile = join(folder, 'stack.json');

let stack: TestStack;
let place: LedgerConnection;
let account: string;
beforeAll(async () => {
  stack = await startTestStack();
  place = buildLedgerConnection(stack.local);
  writeFileSync(stackFile, JSON.stringify({ ledger: place }));
  const terms = { customer_id: 'cus-1', product_id: 'current', name: 'Ada', currency: 'EUR' };
  account = (await stack.post('/api/accounts', terms)).body.id;
  await stack.post('/api/journal-entries', credit(account, '12.50'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await stack.stop();
});

const verifyAt = (file: string, ...flags: string[]) =>
  startCommand('verify', ['--stack', file, '--settle', '0', ...flags]).end;
const verify = (...flags: string[]) => verifyAt(stackFile, ...flags);

/** Runs with another balance in the table, and restores the right one. */
const withDamage = <Result>(run: () => Promise<Result>): Promise<Result> =>
  whileDamaged(place, { key: keys.balance('acme', account), members: { balance: 9_999n } }, run);

const SUMMARY =
  '1 account, 1 account entry, 1 journal entry, 2 receipts of 1 tenant in \\d+\\.\\d s\\.\n$';

test('prints a summary and exits with 0 for a sound ledger', async () => {
  const sound = { code: 0, out: expect.stringMatching(`^Sound: ${SUMMARY}`), error: '' };

  expect(await verify()).toEqual(sound);
  expect(await verify('--tenant', 'acme', '--requests', '2')).toEqual(sound);
  expect(await verify('--checkpoints', join(folder, 'kept'))).toEqual(sound);
});

test('prints differences with their key, the stored and the derived value, and exits with 1', async () => {
  const { code, out, error } = await withDamage(() => verify());

  expect({ code, error }).toEqual({ code: 1, error: '' });
  expect(out).toMatch(new RegExp(`2 differences: ${SUMMARY}`));
  expect(out).toContain(
    [
      `acme: account ${account}, balance (account-books)`,
      '  stored   99.99',
      '  derived  12.50',
      `  at       T#acme#BAL#${account} | B`,
    ].join('\n'),
  );
  // The control account of the balance has it from the ledger lines.
  expect(out).toContain('acme: control_account CUSTOMER_DEPOSITS, sub_ledger (control-accounts)');
});

test('prints JSON for machines', async () => {
  const { code, out } = await withDamage(() => verify('--json'));

  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({
    sound: false,
    difference_count: 2,
    differences: [
      { tenant: 'acme', id: account, field: 'balance', derived: '12.50' },
      { tenant: 'acme', id: 'CUSTOMER_DEPOSITS', field: 'sub_ledger', stored: '12.50 EUR' },
    ],
  });
});

test.each([
  ['of a tenant that does not exist', ['--tenant', 'acne'], 'The ledger has no tenant acne'],
  ['with a wrong flag', ['--requests', 'many'], '--requests takes a whole number'],
  ['where nothing runs', [], 'No stack is running'],
])('cannot verify %s: exit code 2', async (_, flags, sentence) => {
  const file = flags.length === 0 ? '/nowhere/stack.json' : stackFile;
  expect(await verifyAt(file, ...flags)).toEqual({
    code: 2,
    out: '',
    error: expect.stringContaining(sentence),
  });
});

/** Node.js with a clock that is half a day ahead as soon as the run has its plan. */
function lastHalfADay(checkpoints: string): string {
  const plan = JSON.stringify(join(checkpoints, 'plan.checkpoint'));
  const preload = `import { existsSync } from 'node:fs';
    const { now } = Date;
    Date.now = () => now() + (existsSync(${plan}) ? 12 * 3_600_000 : 0);`;
  return `data:text/javascript,${encodeURIComponent(preload)}`;
}

test.each([[[]], [['--tenant', 'acme']]])(
  'a run that ends unfinished and has found nothing exits with 3: %j',
  async (flags) => {
    const checkpoints = join(folder, `checkpoints${flags.length}`);
    const words = ['--stack', stackFile, '--settle', '0', '--checkpoints', checkpoints, ...flags];
    const nodeFlags = ['--import', lastHalfADay(checkpoints)];

    expect(await startCommand('verify', words, nodeFlags).end).toEqual({
      code: 3,
      out: expect.stringMatching(/^Nothing found: .*, and not all of it was read\.\n$/),
      error: '',
    });
  },
);

test('a rebuild of the logs says that the bucket has none, as after the loss of a region', async () => {
  const { code, out } = await maintain('rebuild');

  expect([code, out]).toEqual([3, 'The bucket has no log of any tenant.\n']);
});

test('receipts are sealed by the function of the schedule, and the log is verified', async () => {
  const bucket = openLocalEvidence(place);
  const checkpoint = async () =>
    bucket && (await readWholeObject(bucket, evidenceObjectKeys.checkpoint('acme')));
  // The stream brings the tenant a moment later.
  while ((await checkpoint()) === undefined) {
    await stack.local.functions.invoke('test-seal-receipts', {});
  }
  const damaged = await withDamagedLog(() => verify('--json'));

  expect(String(await checkpoint())).toMatch(/^000000000000\/test\/acme\n[23]\n/);
  expect(await verify()).toMatchObject({ code: 0 });
  expect(damaged).toMatchObject({ code: 1, out: expect.stringContaining('evidence-logs') });
});

const sealSettled = async () => {
  await sleep(SETTLED_MS);
  await stack.local.functions.invoke('test-seal-receipts', { tenant: 'acme' });
};
const maintain = (...words: string[]) =>
  startCommand('evidence', [...words, '--stack', stackFile]).end;

/** Kills the command once it sends that request, which the store does not carry out. */
const killAt = (operation: string, count: number, ...words: string[]) =>
  killCommand('evidence', words, { ledger: place, operation, count });

test('receipts of an earlier version are adopted, in spite of a killed run', async () => {
  await putReceipts(stack, 'acme', { count: 40, at: '2025-03-01T06:00:00.000Z', isEarlier: true });
  const counted = { code: 3, out: 'acme: 40 receipts would be adopted, 0 are damaged.\n' };
  expect(await maintain('adopt')).toMatchObject(counted);
  await killAt('PutItem', 20, 'adopt', '--apply');
  const { out, code } = await maintain('adopt');
  const [, left] = /^acme: (\d+) receipts would be adopted/.exec(out) ?? [];
  expect({ code, isKilled: Number(left) > 0 && Number(left) < 40 }).toEqual({
    code: 3,
    isKilled: true,
  });

  const counts = JSON.parse((await maintain('adopt', '--json')).out);
  expect(counts).toMatchObject({ tenant: 'acme', applied: false, found: Number(left), damaged: 0 });
  expect(await maintain('adopt', '--apply')).toMatchObject({
    code: 0,
    out: 'acme: 40 receipts are adopted, 0 are damaged and stay. Sealing takes them from its next run on.\n',
  });
  expect(await maintain('adopt')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^acme: the adoption ended at \S+, with 40 receipts\.\n$/),
  });
  await sealSettled();
  expect(await maintain('rebuild')).toMatchObject({
    code: 0,
    out: 'acme: the state is that of the log, 43 leaves; 0 of its receipts are not in the tables.\n',
  });
  const nightly = await runNightlyVerification(stack.local);
  expect(nightly).toMatchObject({ verdict: { isSound: true, isFinished: true } });
});

test('the state of the log is rebuilt after a restore, in spite of a killed run', async () => {
  const backup = await listState();
  await stack.post('/api/journal-entries', credit(account, '1.00'));
  await sealSettled();
  await restoreState(backup);
  const restored =
    /^acme: the state would be rebuilt from 43 leaves to 44 leaves, with 1 minutes; 0 /;
  expect(await maintain('rebuild')).toMatchObject({
    code: 3,
    out: expect.stringMatching(restored),
  });
  await killAt('TransactWriteItems', 2, 'rebuild', '--apply');

  expect(await maintain('rebuild', '--apply')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^acme: the state was rebuilt from 43 leaves to 44 leaves/),
  });
  await stack.post('/api/journal-entries', credit(account, '2.00'));
  await sealSettled();
  expect(await maintain('rebuild', 'acme')).toMatchObject({
    code: 0,
    out: 'acme: the state is that of the log, 45 leaves; 0 of its receipts are not in the tables.\n',
  });
  expect(await maintain('rebuild', 'amce')).toMatchObject({
    code: 3,
    out: 'amce: the log has no checkpoint.\n',
  });
  expect(await verify()).toMatchObject({ code: 0 });
});

test('proofs are answered while the tile that they need is filled', async () => {
  const { id } = (await stack.post('/api/journal-entries', credit(account, '3.00'))).body;
  await sealSettled();
  const [before] = await listState();
  await putReceipts(stack, 'acme', { count: TILE_WIDTH });
  await sealSettled();
  const [after] = await listState();
  // The sealer has deleted the partial tile, and not yet recorded that its batch is published.
  const batch = JSON.stringify({ from: Number(before?.['size']), digest: '' });
  await putState([{ ...after, batch } as Item]);
  const token = await stack.token({ scope: 'audit.read' });
  const read = async (path: string) => {
    const { status } = await stack.get(`/api/evidence/${path}`, { api: 'workbench', token });
    return [path, status];
  };
  const answers = [await read(`proofs/${id}`), await read('consistency?from=1')];
  await putState([after as Item]);

  expect(answers).toEqual([
    [`proofs/${id}`, 200],
    ['consistency?from=1', 200],
  ]);
});

/** The state of the log, then its minutes. */
const listState = async () => {
  const items = await readAllItems(place.ledger_table, place.endpoint);
  const found = items.filter(({ PK }) => /#(LOG|LGM)$/.test(PK));
  return found.toSorted((one, other) => (one.PK > other.PK ? -1 : 1));
};

async function putState(items: readonly Item[]): Promise<void> {
  const client = openDirectClient(place.endpoint);
  const TableName = place.ledger_table;
  for (const Item of items) await client.send(new PutCommand({ TableName, Item }));
  client.destroy();
}

async function restoreState(backup: readonly Item[]): Promise<void> {
  const client = openDirectClient(place.endpoint);
  const TableName = place.ledger_table;
  for (const { PK, SK } of await listState()) {
    await client.send(new DeleteCommand({ TableName, Key: { PK, SK } }));
  }
  client.destroy();
  await putState(backup);
}

/** Runs with another root in the state of the log, and restores the right one. */
function withDamagedLog<Result>(run: () => Promise<Result>): Promise<Result> {
  const damage = { key: evidenceKeys.head('acme'), members: { root: Buffer.alloc(32) } };
  return whileDamaged(place, damage, run);
}

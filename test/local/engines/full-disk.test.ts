// A disk that fills while the engine runs.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from '@jest/globals';
import { buildEngineCommand } from '../../../local/engines/engine-command.ts';
import { spawnGuarded } from '../../../local/engines/guarded-child.ts';
import { findFreePort } from '../../../local/http/free-port.ts';
import { verifyTables } from '../../support/invariants/verification.ts';
import { credit, openAccount, startLedger } from '../../support/stack/ledger.ts';
import { temporaryFolder } from '../fixture.ts';
import { engineProcesses, limitFiles, measureLargestFile } from '../processes.ts';

/** What is left on the disk: less than a few postings need. */
const SPACE_BYTES = 65_536;

const folder = temporaryFolder();
let stop = async () => {};
afterAll(async () => {
  await stop();
  folder.remove();
});

async function startEngineProcess() {
  const port = await findFreePort();
  const location = { port, dataFolder: folder.path };
  const { command, args } = await buildEngineCommand('dynoxide', location);
  const child = spawnGuarded(command, args);
  child.onLine(() => undefined);
  const endpoint = `http://127.0.0.1:${port}`;
  while (!(await isAnswering(endpoint))) await sleep(20);
  return { child, endpoint };
}

const isAnswering = (endpoint: string) =>
  fetch(endpoint).then(
    () => true,
    () => false,
  );

test('on a full disk postings are 503 and reads work, and once there is space each key is done once', async () => {
  const { child, endpoint } = await startEngineProcess();
  process.env['TEST_ENGINE_ENDPOINT'] = endpoint;
  stop = child.stop;
  const ledger = await startLedger();
  const account = await openAccount(ledger);
  const post = (key: string, limit = {}) =>
    ledger.call('postJournalEntry', { body: credit(account, '1.00'), key, ...limit });
  const readBalance = async () =>
    (await ledger.call('getAccountBalance', { path: { accountId: account } })).body.balance;

  const [engine = 0] = engineProcesses(folder.path);
  limitFiles(engine, measureLargestFile(folder.path) + SPACE_BYTES);
  const keys = Array.from({ length: 20 }, (_, n) => `posting-on-a-full-disk-${n}`);
  const stored: string[] = [];
  const refused: string[] = [];
  for (const key of keys) {
    if (refused.length > 2) break;
    const { status, body } = await post(key, { remainingMs: 6_000 });
    if (status === 201) stored.push(key);
    else {
      expect([status, body.code]).toEqual([503, 'outcome_unknown']);
      refused.push(key);
    }
  }

  expect(refused).toHaveLength(3);
  expect(await readBalance()).toBe(`${stored.length}.00`);
  limitFiles(engine, 'unlimited');
  const repeated = await Promise.all([...stored, ...refused].map((key) => post(key)));
  expect(repeated.map(({ status }) => status)).toEqual(repeated.map(() => 201));
  expect(await readBalance()).toBe(`${repeated.length}.00`);
  const { differences, checked } = await verifyTables(ledger.tables);
  expect(differences).toEqual([]);
  expect(checked.journal_entries).toBe(repeated.length);
});

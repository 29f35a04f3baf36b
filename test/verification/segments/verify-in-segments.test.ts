// A verification in segments continues at its checkpoints, and gives the verdict of one that was never stopped.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { digestSources } from '../../../commands/verification/code-version.ts';
import { openFileCheckpoints } from '../../../commands/verification/file-checkpoints.ts';
import type { Store } from '../../../functions/ledger/store/store.ts';
import { AuditRun } from '../../../functions/verification/audit-run.ts';
import { Recheck } from '../../../functions/verification/recheck.ts';
import type { CheckpointStore } from '../../../functions/verification/segments/run-plan.ts';
import {
  books,
  findEntry,
  putItem,
  readLedger,
  useCorruptibleLedger,
} from '../../support/invariants/corrupted-records.ts';
import { buildMemoryCheckpoints, verifySegments } from '../../support/invariants/segments.ts';
import { openStore, verifyTables } from '../../support/invariants/verification.ts';
import { advanceTime, returnToPresent } from '../../support/stack/advance-time.ts';
import { createTables, deleteTables } from '../../support/stack/tables.ts';

useCorruptibleLedger();

const folder = mkdtempSync(join(tmpdir(), 'checkpoints-'));
let store: Store;
beforeAll(() => {
  store = openStore(readLedger().tables);
});
afterAll(() => {
  store.documents.destroy();
  rmSync(folder, { recursive: true });
});

/** Checkpoints that end the process at the given write, before or after it reached the store. */
function killAt(checkpoints: CheckpointStore, write: number): CheckpointStore {
  let writes = 0;
  return {
    ...checkpoints,
    write: async (name, bytes) => {
      writes += 1;
      if (writes > write) throw new Error('killed');
      await checkpoints.write(name, bytes);
      if (writes === write) throw new Error('killed');
    },
  };
}

const withoutTime = ({ milliseconds: _, ...verdict }: Awaited<ReturnType<typeof verifySegments>>) =>
  verdict;

/** Changes an amount, which takes several rounds to find at every place where it differs. */
async function damage(): Promise<void> {
  await putItem({ ...(await findEntry(books.bob, 2)), amount: 600n });
}

test('a run that is killed at every checkpoint continues there', async () => {
  await damage();
  const { tenant } = books;
  const whole = await verifyTables(readLedger().tables, { tenant });
  const checkpoints = buildMemoryCheckpoints();
  let kills = 0;
  const resume = async (): Promise<typeof whole> => {
    try {
      const work = { segments: 2, records: 4, checkpoints: killAt(checkpoints, 1) };
      return await verifySegments({ store, tenant }, work);
    } catch (error) {
      expect(String(error)).toBe('Error: killed');
      kills += 1;
      return resume();
    }
  };

  const verdict = await resume();

  expect(withoutTime(verdict)).toEqual(withoutTime(whole));
  expect(verdict.differenceCount).toBeGreaterThan(2);
  expect(kills).toBeGreaterThan(10);
});

test.each([1, 2, 7])('the number of segments makes no difference: %i', async (segments) => {
  await damage();
  const { tenant } = books;

  const verdict = await verifySegments({ store, tenant }, { segments, records: 10 });

  const whole = await verifyTables(readLedger().tables, { tenant });
  expect(withoutTime(verdict)).toEqual(withoutTime(whole));
});

test('a segment that was scanned is not scanned again', async () => {
  const { tenant } = books;
  const checkpoints = buildMemoryCheckpoints();
  const written: string[] = [];
  const watched: CheckpointStore = {
    ...checkpoints,
    write: (name, bytes) => {
      written.push(name);
      return checkpoints.write(name, bytes);
    },
  };
  const work = { segments: 2, records: 1_000, checkpoints: watched };
  await verifySegments({ store, tenant }, work);
  const first = written.splice(0);
  const verdict = await verifySegments({ store, tenant }, work);

  expect(new Set(first)).toEqual(new Set(['plan', 'segment-0', 'segment-1']));
  expect(written).toEqual([]);
  expect(verdict.isSound).toBe(true);
});

test('checkpoints of another tenant are not continued', async () => {
  const { tenant } = books;
  const checkpoints = buildMemoryCheckpoints();
  const work = { segments: 2, records: 1_000, checkpoints };
  await verifySegments({ store, tenant: 'none' }, work);

  const verdict = await verifySegments({ store, tenant }, work);

  expect(verdict.checked['accounts']).toBe(2);
});

test('checkpoints of another ledger whose tables have the same names are not continued', async () => {
  const suffix = randomBytes(6).toString('hex');
  const tables = await createTables(suffix);
  const checkpoints = buildMemoryCheckpoints();
  const work = { segments: 1, records: 1_000, checkpoints };
  const empty = openStore(tables);
  const before = await verifySegments({ store: empty }, work);
  await deleteTables({ ...tables });
  await createTables(suffix);
  const damaged = { PK: 'T#acme#NONE', SK: 'unknown' };
  await empty.documents.send(new PutCommand({ TableName: tables.ledger, Item: damaged }));

  const verdict = await verifySegments({ store: empty }, work);

  await deleteTables({ ...tables });
  empty.documents.destroy();
  expect(before.isSound).toBe(true);
  expect(verdict.differenceCount).toBe(1);
});

test('checkpoints of other code are not continued', async () => {
  const { tenant } = books;
  const work = { segments: 2, records: 1_000, checkpoints: buildMemoryCheckpoints() };
  await verifySegments({ store, tenant }, work);
  await damage();

  const same = await verifySegments({ store, tenant }, work);
  const other = await verifySegments({ store, tenant }, { ...work, codeVersion: 'two' });

  expect(same.isSound).toBe(true);
  expect(other.isSound).toBe(false);
});

test.each([
  ['damaged', 'plan'],
  ['damaged', 'segment-1'],
  ['segment-1', 'segment-0'],
])('with %s in the place of %s, what that had is gathered again', async (other, name) => {
  const [verified, checkpoints] = [{ store, tenant: books.tenant }, buildMemoryCheckpoints()];
  const work = { segments: 2, records: 4 };
  await damage();
  const stopped = verifySegments(verified, { ...work, checkpoints: killAt(checkpoints, 6) });
  await expect(stopped).rejects.toThrow('killed');
  await checkpoints.write(name, (await checkpoints.read(other)) ?? Buffer.from(other));

  const verdict = await verifySegments(verified, { ...work, checkpoints });
  expect(withoutTime(verdict)).toEqual(withoutTime(await verifySegments(verified, work)));
});

test('any change of a source is another version', () => {
  const sources = join(folder, 'sources');
  mkdirSync(join(sources, 'checks'), { recursive: true });
  writeFileSync(join(sources, 'checks', 'one.ts'), '1');
  const first = digestSources(sources);
  writeFileSync(join(sources, 'checks', 'one.ts'), '2');
  const changed = digestSources(sources);
  writeFileSync(join(sources, 'checks', 'two.ts'), '');

  expect(new Set([first, changed, digestSources(sources)]).size).toBe(3);
});

test('an unequal pair is reported also when the time runs out', async () => {
  await damage();
  const { tenant } = books;
  let calls = 0;
  const count = () => (calls += 1) === Infinity;
  const whole = await verifyTables(readLedger().tables, { tenant, requests: 1, isOver: count });
  let left = calls;
  const isOver = () => (left -= 1) <= 0;

  const stopped = await verifyTables(readLedger().tables, { tenant, requests: 1, isOver });

  expect(stopped.isFinished).toBe(false);
  expect(stopped.differences.map(({ check }) => check)).toContain('postings');
  expect(stopped.differences).toEqual(whole.differences);
});

test('checkpoints in files are private, and deleted at the end', async () => {
  const { tenant } = books;
  const checkpoints = openFileCheckpoints(join(folder, 'run'));
  const work = { segments: 2, records: 4, checkpoints: killAt(checkpoints, 3) };
  await expect(verifySegments({ store, tenant }, work)).rejects.toThrow('killed');
  const files = readdirSync(join(folder, 'run'));
  const modes = files.map((file) => statSync(join(folder, 'run', file)).mode & 0o777);

  const reopened = openFileCheckpoints(join(folder, 'run'));
  const verdict = await verifySegments({ store, tenant }, { ...work, checkpoints: reopened });
  await reopened.clear();

  expect(files).toContain('plan.checkpoint');
  expect(new Set(modes)).toEqual(new Set([0o600]));
  expect(verdict).toMatchObject({ isSound: true, tenants: 1 });
  expect(readdirSync(join(folder, 'run'))).toEqual([]);
});

test('a folder to which others may write is refused', () => {
  const shared = join(folder, 'shared');
  mkdirSync(shared);
  chmodSync(shared, 0o770);

  expect(() => openFileCheckpoints(shared)).toThrow('Others may write to the folder');
});

test('a run that lasts longer than half a day ends unfinished, with what it has found', async () => {
  await damage();
  const { tenant } = books;
  const checkpoints = buildMemoryCheckpoints();
  const aged: CheckpointStore = {
    ...checkpoints,
    // The checkpoint of the first segment takes longer than the run may last.
    write: async (name, bytes) => {
      await checkpoints.write(name, bytes);
      if (name === 'segment-0') advanceTime(12 * 3_600_000);
    },
  };
  try {
    const work = { segments: 2, records: 4, checkpoints: aged };
    const verdict = await verifySegments({ store, tenant }, work);

    expect(verdict).toMatchObject({ isFinished: false, isSound: false });
  } finally {
    returnToPresent();
  }
});

test('a suspect is examined again once what was in flight when it was found has settled', async () => {
  const run = new AuditRun({ store, settleMs: 0 });
  const waits: (number | undefined)[] = [];
  const settled = (sinceMs?: number) => {
    waits.push(sinceMs);
    return Promise.resolve();
  };
  const recheck = new Recheck({ ...run.auditOf('any'), settled });
  const place = { PK: 'T#acme#BAL#1', SK: 'B' };
  const difference = { field: 'balance', stored: '1', derived: '2' };
  const flaw = { tenant: 'acme', kind: 'account', id: '1', place, ...difference };
  const before = Date.now();
  await recheck.add([flaw], () => Promise.resolve([flaw]));
  await recheck.settle(() => false);

  expect(waits[0]).toBeGreaterThanOrEqual(before);
  expect(run.findings.count).toBe(1);
});

test('a folder that another running process uses is refused', () => {
  const used = join(folder, 'used');
  mkdirSync(used, { mode: 0o700 });
  writeFileSync(join(used, `${process.ppid}.lock`), '');

  expect(() => openFileCheckpoints(used)).toThrow(`The process ${process.ppid} verifies`);
  expect(readdirSync(used)).toEqual([`${process.ppid}.lock`]);
});

test('the lock of a process that has ended is taken over', async () => {
  const left = join(folder, 'left');
  mkdirSync(left, { mode: 0o700 });
  const { pid } = spawnSync(process.execPath, ['--version']);
  writeFileSync(join(left, `${pid}.lock`), '');

  const checkpoints = openFileCheckpoints(left);
  const during = readdirSync(left);
  await checkpoints.clear();

  expect(during).toEqual([`${process.pid}.lock`]);
  expect(readdirSync(left)).toEqual([]);
});

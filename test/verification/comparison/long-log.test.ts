// An evidence log with more leaves than are held in memory is compared chunk by chunk, with all of its tiles.
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { evidenceObjectKeys } from '../../../functions/artifacts/locations.ts';
import { hideLogObject } from '../../../functions/artifacts/log-objects.ts';
import { writeWorkObject } from '../../../functions/artifacts/objects.ts';
import { growLog } from '../../../functions/domain/evidence/log-growth.ts';
import type { GrownLog } from '../../../functions/domain/evidence/log-growth.ts';
import { buildReceiptEntry } from '../../../functions/domain/evidence/receipt-entry.ts';
import { formatVerifierKey } from '../../../functions/domain/evidence/verifier-key.ts';
import type { LogHead } from '../../../functions/domain/sealing/log-head.ts';
import type { EvidenceLog } from '../../../functions/evidence/evidence-log.ts';
import { logHeadFields } from '../../../functions/ledger/evidence/items.ts';
import { evidenceKeys } from '../../../functions/ledger/evidence/keys.ts';
import { PublishedLog } from '../../../functions/verification/evidence/published-log.ts';
import { startEvidenceRig } from '../../support/evidence/evidence-rig.ts';
import type { EvidenceRig } from '../../support/evidence/evidence-rig.ts';
import { startSigner } from '../../support/evidence/log-signer.ts';
import { startSealingProcess } from '../../support/evidence/sealing-process.ts';

/** Three chunks: a tile of level 1 grows in each of them, and the last tiles are partial. */
const SIZE = 5_000;
const NEWEST = '2026-11-23T06:59:00.000Z';
const TENANT = 'aurora';

let rig: EvidenceRig;
let log: EvidenceLog;
let end: () => void;
let head: LogHead;
let grown: GrownLog;
beforeAll(async () => {
  const entries = Array.from({ length: SIZE }, (_, index) => buildEntry(index));
  const noTile = () => {
    throw new Error('a log that grows from nothing has no tiles');
  };
  grown = growLog(0, noTile, entries);
  rig = await startEvidenceRig();
  ({ log, end } = await startSealingProcess(rig.addresses, TENANT));
});
beforeEach(publish);
afterAll(async () => {
  end();
  await rig.stop();
});

const nameRecord = (index: number) => `rul_${index}`;

/** A late receipt may follow newer ones: the newest is in the first chunk. */
const buildEntry = (index: number) =>
  buildReceiptEntry({
    receiptId: `receipt ${index}`,
    at: index === 1_000 ? NEWEST : '2026-11-23T06:00:00.000Z',
    operation: 'createRule',
    actor: 'ada',
    correlationId: 'flow-1',
    fingerprint: 'f'.repeat(64),
    status: 201,
    answer: '{}',
    events: [{ type: 'rule.created', aggregateId: nameRecord(index), payload: null }],
    journalEntries: [],
    digest: 'd'.repeat(64),
    salt: Buffer.alloc(16, 5),
  });

const locate = (path: string) => evidenceObjectKeys.tile(TENANT, path);

async function publish(): Promise<void> {
  const { tiles, size, root } = grown;
  const { bucket } = rig;
  for (const [path, body] of tiles) await writeWorkObject(bucket, locate(path), body);
  const origin = `bank.example/test/${TENANT}`;
  const { key, signCheckpoint } = startSigner(origin);
  const note = Buffer.from(signCheckpoint({ size, root }));
  await writeWorkObject(bucket, evidenceObjectKeys.checkpoint(TENANT), note);
  const verifierKey = formatVerifierKey(key);
  head = { origin, verifierKey, size, root: root.toString('hex'), newest: NEWEST };
  const Item = logHeadFields.toItem(evidenceKeys.head(TENANT), head);
  await rig.engine.send(new PutCommand({ TableName: rig.tables.ledger, Item }));
}

async function readAll() {
  const published = new PublishedLog(log, head);
  const ids: string[] = [];
  for await (const records of published.readAll()) ids.push(...records.map(({ id }) => id));
  const flaws = published.flaws.map(({ field, stored }) => `${field}: ${stored}`);
  return { ids, flaws: flaws.toSorted() };
}

test('a sound log has no flaw, and each of its records is read once', async () => {
  const { ids, flaws } = await readAll();

  expect(flaws).toEqual([]);
  expect(ids).toEqual(Array.from({ length: SIZE }, (_, index) => nameRecord(index)));
});

test('each tile that is changed or missing is a flaw, in every chunk', async () => {
  const changed = ['tile/0/007', 'tile/0/008', 'tile/0/019.p/136', 'tile/1/000.p/19'];
  for (const path of changed) await writeWorkObject(rig.bucket, locate(path), Buffer.alloc(32, 7));
  await hideLogObject(rig.bucket, locate('tile/0/016'));

  expect((await readAll()).flaws).toEqual(
    [...changed.map((path) => `${path}: other hashes`), 'tile/0/016: nothing'].toSorted(),
  );
});

test('a changed entry is a flaw of the tiles above it and of the root', async () => {
  const first = grown.tiles.get('tile/entries/000') ?? Buffer.alloc(0);
  await writeWorkObject(rig.bucket, locate('tile/entries/010'), first);

  expect((await readAll()).flaws).toEqual([
    `checkpoint root: ${head.root}`,
    `root: ${head.root}`,
    'tile/0/010: other hashes',
    'tile/1/000.p/19: other hashes',
  ]);
});

test('the records before a bundle that is missing are read all the same', async () => {
  await hideLogObject(rig.bucket, locate('tile/entries/009'));
  const { ids, flaws } = await readAll();

  expect(ids).toHaveLength(8 * 256);
  expect(flaws).toEqual([`size: ${SIZE}`]);
});

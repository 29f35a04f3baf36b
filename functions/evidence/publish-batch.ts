// Publishes the batch of a log: its tiles, then the signed checkpoint. Every step has the same result
// in any process that repeats it, so a run that finds an unpublished batch completes it.
import { hash } from 'node:crypto';
import { evidenceObjectKeys } from '../artifacts/locations.ts';
import {
  DifferingObjectError,
  readTaggedObject,
  replaceTaggedObject,
  writeLogObject,
} from '../artifacts/log-objects.ts';
import { readWholeObject } from '../artifacts/objects.ts';
import { formatCheckpoint } from '../domain/evidence/checkpoint.ts';
import { growLog, listPartialTiles } from '../domain/evidence/log-growth.ts';
import type { GrownLog } from '../domain/evidence/log-growth.ts';
import { openCheckpoint } from '../domain/evidence/signed-checkpoint.ts';
import { formatNote, parseNote, toSignedBytes } from '../domain/evidence/signed-note.ts';
import { isSignedBy, parseVerifierKey } from '../domain/evidence/verifier-key.ts';
import type { VerifierKey } from '../domain/evidence/verifier-key.ts';
import { decodeBatch } from '../domain/sealing/batch-file.ts';
import type { LogHead } from '../domain/sealing/log-head.ts';
import { recordPublication } from '../ledger/evidence/head.ts';
import type { EvidenceLog } from './evidence-log.ts';
import { parseTilePath, TILE_WIDTH } from '../domain/evidence/tiles.ts';
import { buildPartialLock, hidePartialTiles } from './partial-tiles.ts';
import { readTiles } from './read-tiles.ts';
import type { CheckpointSigner } from './signing-key.ts';

/** What is to be published does not fit the state of the log. Nothing is signed then. */
export class UnfitBatchError extends Error {
  constructor(tenant: string, fault: string) {
    super(`The batch of the log of ${tenant} ${fault}.`);
    this.name = 'UnfitBatchError';
  }
}

/**
 * Publishes what the state of the log has and its bucket may lack; returns the signed checkpoint. `known` are
 * the tiles, if this run has made the batch.
 */
export async function publishBatch(
  log: EvidenceLog,
  head: LogHead,
  signer: CheckpointSigner,
  known?: GrownLog,
): Promise<string> {
  const { store, tenant } = log;
  const grown = known ?? (await growAgain(log, head));
  await writeTiles(log, grown);
  const note = await writeCheckpointOfSize(log, head, await signCheckpoint(head, signer));
  await replaceCheckpoint(log, head, note);
  await hidePartialTiles(log, head.batch?.from ?? head.size, grown);
  await recordPublication(store, tenant, head);
  return note;
}

async function growAgain(log: EvidenceLog, head: LogHead): Promise<GrownLog> {
  const { bucket, tenant } = log;
  const { from, digest } = head.batch ?? { from: head.size, digest: '' };
  const file = await readWholeObject(bucket, evidenceObjectKeys.batch(tenant, from, digest));
  if (!file) throw new UnfitBatchError(tenant, 'is no longer in the bucket');
  if (hash('sha256', file, 'hex') !== digest) throw new UnfitBatchError(tenant, 'was changed');
  const readTile = await readTiles(log, listPartialTiles(from));
  const grown = growLog(from, readTile, decodeBatch(file));
  if (grown.size !== head.size || grown.root.toString('hex') !== head.root) {
    throw new UnfitBatchError(tenant, 'does not lead to the root of the log');
  }
  return grown;
}

/** The number of concurrent puts. */
const WRITES_MAX = 16;

async function writeTiles({ bucket, tenant }: EvidenceLog, { tiles }: GrownLog): Promise<void> {
  const next = tiles[Symbol.iterator]();
  const worker = async () => {
    for (const [path, body] of next) {
      const key = evidenceObjectKeys.tile(tenant, path);
      const object = { key, body, mediaType: 'application/octet-stream' };
      const isPartial = parseTilePath(path)?.width !== TILE_WIDTH;
      await writeLogObject(bucket, { ...object, ...(isPartial && buildPartialLock()) });
    }
  };
  await Promise.all(Array.from({ length: WRITES_MAX }, worker));
}

async function signCheckpoint(head: LogHead, signer: CheckpointSigner): Promise<string> {
  const key = parseVerifierKey(head.verifierKey);
  const { origin, size } = head;
  const text = formatCheckpoint({ origin, size, root: Buffer.from(head.root, 'hex') });
  const content = toSignedBytes(text);
  const signature = await signer.sign(content);
  if (!isSignedBy(key.publicKey, content, signature)) {
    throw new Error(`The signing key is not ${head.verifierKey}.`);
  }
  return formatNote(text, [{ name: key.name, keyId: key.keyId, signature }]);
}

const MEDIA_TYPE = 'text/plain; charset=utf-8';

// Returns the note that is there for good.
async function writeCheckpointOfSize(
  { bucket, tenant }: EvidenceLog,
  { size }: LogHead,
  note: string,
): Promise<string> {
  const key = evidenceObjectKeys.checkpointOf(tenant, size);
  try {
    await writeLogObject(bucket, { key, body: Buffer.from(note), mediaType: MEDIA_TYPE });
    return note;
  } catch (error) {
    if (!(error instanceof DifferingObjectError)) throw error;
    const existing = await readWholeObject(bucket, key);
    // The same checkpoint may have been signed by an earlier key, and none may say anything else.
    if (existing && parseNote(existing).text === parseNote(note).text) return existing.toString();
    throw new UnfitBatchError(tenant, `differs from the checkpoint of size ${size}`);
  }
}

const REPLACEMENTS_MAX = 10;

async function replaceCheckpoint(
  { bucket, tenant }: EvidenceLog,
  head: LogHead,
  note: string,
): Promise<void> {
  const key = evidenceObjectKeys.checkpoint(tenant);
  const object = { key, body: Buffer.from(note), mediaType: MEDIA_TYPE };
  const trusted = parseVerifierKey(head.verifierKey);
  for (let count = 0; count < REPLACEMENTS_MAX; count += 1) {
    const before = await readTaggedObject(bucket, key);
    // A slow sealer must not put an older checkpoint in the place of a newer one.
    if (before && (readSignedSize(before.body, trusted) ?? 0) >= head.size) return;
    if (await replaceTaggedObject(bucket, object, before)) return;
  }
  throw new Error(`The checkpoint of ${tenant} is replaced by others all the time.`);
}

function readSignedSize(note: Buffer, key: VerifierKey): number | undefined {
  try {
    return openCheckpoint(note, { logKeys: [key] }).checkpoint.size;
  } catch {
    return undefined;
  }
}

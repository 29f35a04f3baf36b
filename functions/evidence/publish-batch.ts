// Publishes the batch of a log: its tiles, then the signed checkpoint. Every step has the same result
// in any process that repeats it, so a run that finds an unpublished batch completes it.
import { hash } from 'node:crypto';
import { evidenceObjectKeys } from '../artifacts/locations.ts';
import {
  DifferingObjectError,
  replaceTaggedObject,
  writeLogObject,
} from '../artifacts/log-objects.ts';
import { readTaggedObject, readWholeObject } from '../artifacts/objects.ts';
import { formatCheckpoint } from '../domain/evidence/checkpoint.ts';
import { decodeEntries } from '../domain/evidence/entry-bundles.ts';
import { growLog, listPartialTiles } from '../domain/evidence/log-growth.ts';
import type { GrownLog } from '../domain/evidence/log-growth.ts';
import { openCheckpoint } from '../domain/evidence/signed-checkpoint.ts';
import {
  formatNote,
  NOTE_MEDIA_TYPE,
  parseNote,
  toSignedBytes,
} from '../domain/evidence/signed-note.ts';
import {
  buildVerifierKey,
  formatVerifierKey,
  isSignedBy,
  parseVerifierKey,
} from '../domain/evidence/verifier-key.ts';
import type { VerifierKey } from '../domain/evidence/verifier-key.ts';
import type { LogHead } from '../domain/sealing/log-head.ts';
import { requireOriginOf } from '../domain/sealing/log-origin.ts';
import { recordPublication } from '../ledger/evidence/head.ts';
import { mapInParallel } from '../ledger/in-parallel.ts';
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
  requireOriginOf(tenant, head.origin);
  const grown = known ?? (await growAgain(log, head));
  await writeTiles(log, grown);
  // Not the key of the state: it may have changed since the batch was claimed.
  const key = buildVerifierKey(head.origin, signer.publicKey);
  const note = await signCheckpoint(head, key, signer);
  await writeCheckpointOfSize(log, head, note);
  const newest = await replaceCheckpoint(log, head, note, key);
  await hidePartialTiles(log, head.batch?.from ?? head.size, grown);
  await recordPublication(store, tenant, { ...head, verifierKey: formatVerifierKey(newest) });
  return note;
}

async function growAgain(log: EvidenceLog, head: LogHead): Promise<GrownLog> {
  const { bucket, tenant } = log;
  const { from, digest } = head.batch ?? { from: head.size, digest: '' };
  const file = await readWholeObject(bucket, evidenceObjectKeys.batch(tenant, from, digest));
  if (!file) throw new UnfitBatchError(tenant, 'is no longer in the bucket');
  if (hash('sha256', file, 'hex') !== digest) throw new UnfitBatchError(tenant, 'was changed');
  const readTile = await readTiles(log, listPartialTiles(from));
  const grown = growLog(from, readTile, decodeEntries(file));
  if (grown.size !== head.size || grown.root.toString('hex') !== head.root) {
    throw new UnfitBatchError(tenant, 'does not lead to the root of the log');
  }
  return grown;
}

/** The number of concurrent puts. */
const WRITES_MAX = 16;

// The entries that continue the log come before all else: by them a sealer finds out that its state is an older one.
async function writeTiles({ bucket, tenant }: EvidenceLog, { tiles }: GrownLog): Promise<void> {
  const write = async ([path, body]: readonly [path: string, body: Buffer]) => {
    const key = evidenceObjectKeys.tile(tenant, path);
    const object = { key, body, mediaType: 'application/octet-stream' };
    const isPartial = parseTilePath(path)?.width !== TILE_WIDTH;
    await writeLogObject(bucket, { ...object, ...(isPartial && buildPartialLock()) });
  };
  const [first, ...others] = tiles;
  if (first) await write(first);
  await mapInParallel(others, WRITES_MAX, write);
}

async function signCheckpoint(
  { origin, size, root }: LogHead,
  key: VerifierKey,
  signer: CheckpointSigner,
): Promise<string> {
  const text = formatCheckpoint({ origin, size, root: Buffer.from(root, 'hex') });
  const content = toSignedBytes(text);
  const signature = await signer.sign(content);
  if (!isSignedBy(key.publicKey, content, signature)) {
    throw new Error(`The signature is not one of ${formatVerifierKey(key)}.`);
  }
  return formatNote(text, [{ name: key.name, keyId: key.keyId, signature }]);
}

async function writeCheckpointOfSize(
  { bucket, tenant }: EvidenceLog,
  { size }: LogHead,
  note: string,
): Promise<void> {
  const key = evidenceObjectKeys.checkpointOf(tenant, size);
  try {
    await writeLogObject(bucket, { key, body: Buffer.from(note), mediaType: NOTE_MEDIA_TYPE });
  } catch (error) {
    if (!(error instanceof DifferingObjectError)) throw error;
    const existing = await readWholeObject(bucket, key);
    // The same checkpoint may have been signed by an earlier key, and none may say anything else.
    if (existing && parseNote(existing).text === parseNote(note).text) return;
    throw new UnfitBatchError(tenant, `differs from the checkpoint of size ${size}`);
  }
}

const REPLACEMENTS_MAX = 10;

/** Publishes the note, unless there is one of this size or a newer one. Returns the key that has signed it. */
async function replaceCheckpoint(
  { bucket, tenant }: EvidenceLog,
  { size, verifierKey }: LogHead,
  note: string,
  key: VerifierKey,
): Promise<VerifierKey> {
  const object = {
    key: evidenceObjectKeys.checkpoint(tenant),
    body: Buffer.from(note),
    mediaType: NOTE_MEDIA_TYPE,
  };
  const trusted = [key, parseVerifierKey(verifierKey)];
  for (let count = 0; count < REPLACEMENTS_MAX; count += 1) {
    const before = await readTaggedObject(bucket, object.key);
    // A slow sealer must not replace a newer checkpoint by an older one.
    const signer = trusted.find((one) => before && readSignedSize(before.body, one) >= size);
    if (signer) return signer;
    if (await replaceTaggedObject(bucket, object, before)) return key;
  }
  throw new Error(
    `Others replaced the checkpoint of ${tenant} at each of ${REPLACEMENTS_MAX} attempts.`,
  );
}

// A note without the signature of the key counts for nothing: it must not prevent the publication.
function readSignedSize(note: Buffer, key: VerifierKey): number {
  try {
    return openCheckpoint(note, { logKeys: [key] }).checkpoint.size;
  } catch {
    return 0;
  }
}

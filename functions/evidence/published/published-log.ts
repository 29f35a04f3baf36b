// What a log has published: the newest checkpoint and all that it covers. The state of the log says which
// checkpoint that is, so that all readers see the same one (ADR 106).
import { evidenceObjectKeys } from '../../artifacts/locations.ts';
import { readWholeObject } from '../../artifacts/objects.ts';
import { parseTilePath, TILE_WIDTH } from '../../domain/evidence/tiles.ts';
import type { TileRef } from '../../domain/evidence/tiles.ts';
import { countPublished } from '../../domain/sealing/log-head.ts';
import { Refusal } from '../../domain/refusals/refusals.ts';
import { readLogHead } from '../../ledger/evidence/head.ts';
import type { EvidenceLog } from '../evidence-log.ts';
import { findTileBytes } from '../read-tiles.ts';

/** What the state of a log says of its newest checkpoint. */
export interface PublishedState {
  readonly origin: string;
  /** The size of the newest checkpoint. */
  readonly size: number;
  readonly verifierKey: string;
}

export type ReadableLog = EvidenceLog & PublishedState;

/** The published log of the tenant: one request. Refuses with evidence_not_sealed before its first checkpoint. */
export async function readPublishedLog(log: EvidenceLog): Promise<ReadableLog> {
  return { ...log, ...(await readPublishedState(log)) };
}

/** What is published of the tenant's log: one request. Refuses with evidence_not_sealed. */
export async function readPublishedState({
  store,
  tenant,
}: Omit<EvidenceLog, 'bucket'>): Promise<PublishedState> {
  const head = await readLogHead(store, tenant);
  // The leaves of a batch are part of the log before their tiles and their checkpoint are written.
  const size = head ? countPublished(head) : 0;
  if (!head || size === 0) {
    throw new Refusal('evidence_not_sealed', 'The evidence log has no checkpoint yet.');
  }
  return { origin: head.origin, size, verifierKey: head.verifierKey };
}

/**
 * The signed checkpoint of the published size, with its cosignatures if there are any: one request, or two while
 * another is being published.
 */
export async function readNewestCheckpoint(log: ReadableLog): Promise<string> {
  const newest = await readWholeObject(log.bucket, evidenceObjectKeys.checkpoint(log.tenant));
  // Witnesses cosign the newest one only, after it is published.
  const [, size] = newest?.toString().split('\n') ?? [];
  if (newest && size === String(log.size)) return newest.toString();
  const note = await readCheckpoint(log, log.size);
  if (note !== undefined) return note;
  throw new Error(`The log of ${log.tenant} has no checkpoint of its size ${log.size}.`);
}

/**
 * The signed checkpoint of a size: one request. Refuses with evidence_not_sealed, or with evidence_not_found
 * where the log has grown past that size at once.
 */
export async function readPastCheckpoint(log: ReadableLog, size: number): Promise<string> {
  refuseUnsealedSize(log, size);
  const note = await readCheckpoint(log, size);
  if (note !== undefined) return note;
  throw new Refusal('evidence_not_found', `No checkpoint of the evidence log has ${size} leaves.`);
}

/** Refuses with evidence_not_sealed when the published log is smaller. */
export function refuseUnsealedSize(log: ReadableLog, size: number): void {
  if (size <= log.size) return;
  const detail = `The evidence log has ${log.size} leaves, not ${size}.`;
  throw new Refusal('evidence_not_sealed', detail);
}

/** The signed checkpoint of a size: one request. Undefined if there is none. */
export async function readCheckpoint(
  { bucket, tenant }: EvidenceLog,
  size: number,
): Promise<string | undefined> {
  const note = await readWholeObject(bucket, evidenceObjectKeys.checkpointOf(tenant, size));
  return note?.toString();
}

const TILE_FORM =
  'must be a level or "entries", a slash and an index, as in 0/x001/067 or entries/000.p/5';

/**
 * The bytes of a tile by its path below `tile/`: one request. Refuses with invalid_request or
 * evidence_not_found.
 */
export async function readPublishedTile(log: ReadableLog, path: string): Promise<Buffer> {
  const tile = parseTilePath(`tile/${path}`);
  if (!tile) throw new Refusal('invalid_request', [`path parameter tile ${TILE_FORM}`]);
  const body = isCovered(tile, log.size) ? await findTileBytes(log, tile) : undefined;
  if (body) return body;
  throw new Refusal('evidence_not_found', 'No checkpoint of the evidence log covers this tile.');
}

function isCovered({ level, index, width }: TileRef, size: number): boolean {
  const count = level === 'entries' ? size : Math.floor(size / TILE_WIDTH ** level);
  return index * TILE_WIDTH + width <= count;
}

// Computes a published log again from its entries, in constant memory, and compares it with its tiles, its
// newest checkpoint and its state. Sealing may continue all the while: the log is read up to that one checkpoint,
// and its state is read before and after it.
import { evidenceObjectKeys } from '../../artifacts/locations.ts';
import { readWholeObject } from '../../artifacts/objects.ts';
import type { ParsedCheckpoint } from '../../domain/evidence/checkpoint.ts';
import { growLog, listPartialTiles } from '../../domain/evidence/log-growth.ts';
import { parseReceiptEntry } from '../../domain/evidence/receipt-entry.ts';
import type { LoggedRecord } from '../../domain/evidence/receipt-entry.ts';
import { openCheckpoint } from '../../domain/evidence/signed-checkpoint.ts';
import { formatTilePath, parseTilePath, TILE_WIDTH } from '../../domain/evidence/tiles.ts';
import { parseVerifierKey } from '../../domain/evidence/verifier-key.ts';
import { countPublished } from '../../domain/sealing/log-head.ts';
import type { LogHead } from '../../domain/sealing/log-head.ts';
import { isOriginOf } from '../../domain/sealing/log-origin.ts';
import type { EvidenceLog } from '../../evidence/evidence-log.ts';
import { findTileBytes, readEntries } from '../../evidence/read-tiles.ts';
import type { Flaw } from '../difference.ts';
import { NO_RECORD } from '../difference.ts';
import { LeafOrder } from './leaf-order.ts';
import { isUnreadableLog, readSoundHead } from './log-leaves.ts';

type LogFlaw = Pick<Flaw, 'field' | 'stored' | 'derived'>;

/** The entries in memory at a time. */
const CHUNK = 8 * TILE_WIDTH;

export class PublishedLog {
  readonly flaws: LogFlaw[] = [];
  readonly order = new LeafOrder();
  readonly #log: EvidenceLog;
  readonly #before: LogHead;
  /** The state after the checkpoint was read. */
  #after: LogHead;
  /** The tiles of the chunk before: the next one continues the partial ones. */
  #tiles: ReadonlyMap<string, Buffer> = new Map();
  #newest = '';

  /** `head` is the state of the log, read before the log. */
  constructor(log: EvidenceLog, head: LogHead) {
    this.#log = log;
    this.#before = head;
    this.#after = head;
  }

  /** Reads and compares the log; yields what its entries say of records, in chunks. */
  async *readAll(): AsyncGenerator<readonly LoggedRecord[]> {
    this.#checkOrigin();
    const checkpoint = await this.#openCheckpoint();
    if (!checkpoint) return;
    try {
      yield* this.#readEntries(checkpoint);
    } catch (error) {
      if (!isUnreadableLog(error)) throw error;
      this.#add('size', String(this.#after.size), error.message);
    }
  }

  #add(field: string, stored: string, derived: string): void {
    if (stored !== derived) this.flaws.push({ field, stored, derived });
  }

  #checkOrigin(): void {
    const { tenant } = this.#log;
    const { origin } = this.#before;
    if (isOriginOf(tenant, origin)) return;
    this.#add('origin', origin, `a name that ends with /${tenant}`);
  }

  async #openCheckpoint(): Promise<ParsedCheckpoint | undefined> {
    const { bucket, store, tenant } = this.#log;
    const note = await readWholeObject(bucket, evidenceObjectKeys.checkpoint(tenant));
    this.#after = (await readSoundHead(store, tenant)) ?? this.#before;
    const published = countPublished(this.#before);
    // The first batch may not be published yet.
    if (!note && published === 0) return undefined;
    if (!note) this.#add('checkpoint', NO_RECORD, `a signed checkpoint of size ${published}`);
    if (!note) return undefined;
    const { verifierKey, origin, size } = this.#after;
    try {
      const keys = new Set([this.#before.verifierKey, verifierKey]);
      const logKeys = [...keys].map(parseVerifierKey);
      const { checkpoint } = openCheckpoint(note, { logKeys });
      this.#add('origin', origin, checkpoint.origin);
      // Neither older than what was published before, nor newer than what the state has after.
      const isOfState = checkpoint.size >= published && checkpoint.size <= size;
      if (!isOfState) this.#add('size', String(size), String(checkpoint.size));
      return checkpoint;
    } catch (error) {
      this.#add('verifier_key', verifierKey, String(error));
      return undefined;
    }
  }

  async *#readEntries({ size, root }: ParsedCheckpoint): AsyncGenerator<readonly LoggedRecord[]> {
    let chunk: Buffer[] = [];
    for await (const { index, entry } of readEntries(this.#log, { start: 0, end: size, size })) {
      chunk.push(entry);
      if (chunk.length < CHUNK && index < size - 1) continue;
      const first = index + 1 - chunk.length;
      const isLast = index === size - 1;
      const computed = await this.#compareTiles(first, chunk, isLast);
      if (isLast) this.#compareRoot(size, computed, root.toString('hex'));
      yield chunk.flatMap((one, at) => this.#readRecords(first + at, one));
      chunk = [];
    }
    const head = this.#findHeadOf(size);
    if (head) this.#add('newest', head.newest, this.#newest);
  }

  #readRecords(index: number, bytes: Buffer): readonly LoggedRecord[] {
    const entry = parseReceiptEntry(bytes);
    this.order.add(index, entry);
    if (entry.at > this.#newest) this.#newest = entry.at;
    return entry.records;
  }

  // The partial tiles of a chunk are continued by the next one; only those of the last chunk are published.
  async #compareTiles(first: number, entries: readonly Buffer[], isLast: boolean): Promise<string> {
    const before = this.#tiles;
    const { tiles, root, size } = growLog(first, (path) => requireTile(before, path), entries);
    const partial = listPartialTiles(size).map(formatTilePath);
    this.#tiles = new Map(
      partial.map((path) => [path, tiles.get(path) ?? requireTile(before, path)]),
    );
    const full = [...tiles].filter(([path]) => !partial.includes(path));
    const compared = [...full, ...(isLast ? this.#tiles : [])];
    // The full bundles of entries are what all this is computed from.
    const read = compared.filter(
      ([path]) => !path.startsWith('tile/entries/') || partial.includes(path),
    );
    await Promise.all(read.map(([path, bytes]) => this.#compareTile(path, bytes)));
    return root.toString('hex');
  }

  async #compareTile(path: string, bytes: Buffer): Promise<void> {
    const tile = parseTilePath(path);
    const stored = tile && (await findTileBytes(this.#log, tile));
    if (stored?.equals(bytes)) return;
    const isBundle = tile?.level === 'entries';
    const [what, derived] = isBundle
      ? ['more entries', 'the entries of the log']
      : ['other hashes', 'the hashes of the entries'];
    this.#add(path, stored ? what : NO_RECORD, derived);
  }

  #compareRoot(size: number, computed: string, published: string): void {
    this.#add('checkpoint root', published, computed);
    const head = this.#findHeadOf(size);
    if (head) this.#add('root', head.root, computed);
  }

  /** The state at the size of the checkpoint. It may have grown meanwhile; the next run then compares it. */
  #findHeadOf(size: number): LogHead | undefined {
    return [this.#after, this.#before].find((head) => head.size === size);
  }
}

function requireTile(tiles: ReadonlyMap<string, Buffer>, path: string): Buffer {
  const tile = tiles.get(path);
  if (!tile) throw new Error(`${path} was not computed.`);
  return tile;
}

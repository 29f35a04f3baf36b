// Computes a published log again from its entries, in constant memory, and compares it with its tiles, its
// newest checkpoint and its state.
import { evidenceObjectKeys } from '../../artifacts/locations.ts';
import { readWholeObject } from '../../artifacts/objects.ts';
import type { ParsedCheckpoint } from '../../domain/evidence/checkpoint.ts';
import { growLog, listPartialTiles } from '../../domain/evidence/log-growth.ts';
import { parseReceiptEntry } from '../../domain/evidence/receipt-entry.ts';
import type { LoggedRecord } from '../../domain/evidence/receipt-entry.ts';
import { openCheckpoint } from '../../domain/evidence/signed-checkpoint.ts';
import { formatTilePath, TILE_WIDTH } from '../../domain/evidence/tiles.ts';
import { parseVerifierKey } from '../../domain/evidence/verifier-key.ts';
import type { LogHead } from '../../domain/sealing/log-head.ts';
import type { EvidenceLog } from '../../evidence/evidence-log.ts';
import { readEntries } from '../../evidence/read-tiles.ts';
import type { Flaw } from '../difference.ts';
import { NO_RECORD } from '../difference.ts';
import { isUnreadableLog } from './log-leaves.ts';

type LogFlaw = Pick<Flaw, 'field' | 'stored' | 'derived'>;

/** The entries in memory at a time. */
const CHUNK = 8 * TILE_WIDTH;

export class PublishedLog {
  readonly flaws: LogFlaw[] = [];
  readonly #log: EvidenceLog;
  readonly #head: LogHead;
  /** The tiles of the chunk before: the next one continues the partial ones. */
  #tiles: ReadonlyMap<string, Buffer> = new Map();
  #newest = '';

  constructor(log: EvidenceLog, head: LogHead) {
    this.#log = log;
    this.#head = head;
  }

  /** Reads and compares the log; yields what its entries say of records, in chunks. */
  async *readAll(): AsyncGenerator<readonly LoggedRecord[]> {
    const checkpoint = await this.#openCheckpoint();
    if (!checkpoint) return;
    try {
      yield* this.#readEntries(checkpoint);
    } catch (error) {
      if (!isUnreadableLog(error)) throw error;
      this.#add('size', String(this.#head.size), error.message);
    }
  }

  #add(field: string, stored: string, derived: string): void {
    if (stored !== derived) this.flaws.push({ field, stored, derived });
  }

  async #openCheckpoint(): Promise<ParsedCheckpoint | undefined> {
    const { bucket, tenant } = this.#log;
    const { verifierKey, origin, size, batch } = this.#head;
    const note = await readWholeObject(bucket, evidenceObjectKeys.checkpoint(tenant));
    const derived = `a signed checkpoint of size ${size}`;
    // The first batch may not be published yet.
    if (!note && batch?.from === 0) return undefined;
    if (!note) this.#add('checkpoint', NO_RECORD, derived);
    if (!note) return undefined;
    try {
      const { checkpoint } = openCheckpoint(note, { logKeys: [parseVerifierKey(verifierKey)] });
      this.#add('origin', origin, checkpoint.origin);
      if (checkpoint.size !== batch?.from) this.#add('size', String(size), String(checkpoint.size));
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
      yield chunk.flatMap((one) => this.#readRecords(one));
      chunk = [];
    }
    if (size === this.#head.size) this.#add('newest', this.#head.newest, this.#newest);
  }

  #readRecords(entry: Buffer): readonly LoggedRecord[] {
    const { at, records } = parseReceiptEntry(entry);
    if (at > this.#newest) this.#newest = at;
    return records;
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
    // The bundles of entries are what all this is computed from.
    const hashes = compared.filter(([path]) => !path.startsWith('tile/entries/'));
    await Promise.all(hashes.map(([path, bytes]) => this.#compareTile(path, bytes)));
    return root.toString('hex');
  }

  async #compareTile(path: string, bytes: Buffer): Promise<void> {
    const { bucket, tenant } = this.#log;
    const stored = await readWholeObject(bucket, evidenceObjectKeys.tile(tenant, path));
    if (stored?.equals(bytes)) return;
    this.#add(path, stored ? 'other hashes' : NO_RECORD, 'the hashes of the entries');
  }

  #compareRoot(size: number, computed: string, published: string): void {
    this.#add('checkpoint root', published, computed);
    if (size === this.#head.size) this.#add('root', this.#head.root, computed);
  }
}

function requireTile(tiles: ReadonlyMap<string, Buffer>, path: string): Buffer {
  const tile = tiles.get(path);
  if (!tile) throw new Error(`${path} was not computed.`);
  return tile;
}

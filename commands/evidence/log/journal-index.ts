// The journal entries that the leaves of a log state, in 56 bytes each: a million must fit in some tens of
// megabytes. An identifier is a UUID, and its digest a SHA-256.

/** What a leaf says of a journal entry. */
export interface LoggedEntry {
  readonly id: string;
  /** Hexadecimal. */
  readonly digest: string;
  readonly leaf: number;
}

const ID_BYTES = 16;
const DIGEST_BYTES = 32;
const LEAF_BYTES = 4;
const SLOT_BYTES = ID_BYTES + DIGEST_BYTES + LEAF_BYTES;
const CHUNK_SLOTS = 16_384;
const PREFIX = 'jrn_';

export class JournalIndex {
  readonly #chunks: Buffer[] = [];
  /** The slots in the order of their identifiers, once they are sorted. */
  #order: Uint32Array | undefined;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add({ id, digest, leaf }: LoggedEntry): void {
    if (this.#size % CHUNK_SLOTS === 0) this.#chunks.push(Buffer.alloc(CHUNK_SLOTS * SLOT_BYTES));
    const slot = this.#slot(this.#size);
    toIdBytes(id).copy(slot);
    slot.write(digest, ID_BYTES, 'hex');
    slot.writeUInt32BE(leaf, ID_BYTES + DIGEST_BYTES);
    this.#size += 1;
    this.#order = undefined;
  }

  /** The position of the first entry with this identifier, in the order of identifiers. */
  find(id: string): number | undefined {
    const wanted = toIdBytes(id);
    const position = this.#findFirst(wanted);
    const isThere =
      position < this.#size && this.#compareId(this.#sorted[position] ?? 0, wanted, 0) === 0;
    return isThere ? position : undefined;
  }

  at(position: number): LoggedEntry {
    const slot = this.#slot(this.#sorted[position] ?? 0);
    return {
      id: toId(slot.toString('hex', 0, ID_BYTES)),
      digest: slot.toString('hex', ID_BYTES, ID_BYTES + DIGEST_BYTES),
      leaf: slot.readUInt32BE(ID_BYTES + DIGEST_BYTES),
    };
  }

  /** The positions of the entries posted from one time to before another, in milliseconds. */
  findRange(from: number, before: number): { readonly start: number; readonly end: number } {
    return { start: this.#findFirst(toTimeBytes(from)), end: this.#findFirst(toTimeBytes(before)) };
  }

  /** Lists the entries that more than one leaf states. */
  *listRepeated(): Generator<readonly [LoggedEntry, LoggedEntry]> {
    for (let position = 1; position < this.#size; position += 1) {
      const [before, entry] = [this.#sorted[position - 1] ?? 0, this.#sorted[position] ?? 0];
      if (this.#compare(before, entry) === 0) yield [this.at(position - 1), this.at(position)];
    }
  }

  get #sorted(): Uint32Array {
    this.#order ??= Uint32Array.from({ length: this.#size }, (_, slot) => slot).sort(
      (one, other) => this.#compare(one, other) || one - other,
    );
    return this.#order;
  }

  #compare(one: number, other: number): number {
    return this.#compareId(one, this.#chunk(other), toOffset(other));
  }

  /** Compares the identifier of a slot with other bytes, without an object for either: sorting does it often. */
  #compareId(slot: number, bytes: Buffer, at: number): number {
    const start = toOffset(slot);
    return this.#chunk(slot).compare(bytes, at, at + ID_BYTES, start, start + ID_BYTES);
  }

  #findFirst(wanted: Buffer): number {
    let [low, high] = [0, this.#size];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compareId(this.#sorted[middle] ?? 0, wanted, 0) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #slot(slot: number): Buffer {
    const start = toOffset(slot);
    return this.#chunk(slot).subarray(start, start + SLOT_BYTES);
  }

  #chunk(slot: number): Buffer {
    const chunk = this.#chunks[Math.floor(slot / CHUNK_SLOTS)];
    if (!chunk) throw new RangeError(`There is no slot ${slot}.`);
    return chunk;
  }
}

function toOffset(slot: number): number {
  return (slot % CHUNK_SLOTS) * SLOT_BYTES;
}

/** Whether a journal entry can have this identifier. */
export function isJournalEntryId(id: string): boolean {
  return /^jrn_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id);
}

/** The time in a journal entry's identifier, in milliseconds: that of its posting. */
export function readPostingTime(id: string): number {
  return Number.parseInt(id.slice(PREFIX.length, PREFIX.length + 13).replace('-', ''), 16);
}

function toIdBytes(id: string): Buffer {
  return Buffer.from(id.slice(PREFIX.length).replaceAll('-', ''), 'hex');
}

function toId(hex: string): string {
  return `${PREFIX}${hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')}`;
}

// An export of all that was posted may start before 1970, and an identifier has no such time.
function toTimeBytes(time: number): Buffer {
  const bytes = Buffer.alloc(ID_BYTES);
  bytes.writeUIntBE(Math.max(time, 0), 0, 6);
  return bytes;
}

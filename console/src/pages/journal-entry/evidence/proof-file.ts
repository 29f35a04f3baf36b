// Checks a proof file of the evidence log in the browser, by the bytes that docs/evidence-formats.md defines:
// the receipt's leaf, its way to the root, and the signature of the checkpoint.
import { hashBytes, isSameBytes, parseBase64, toHex } from './bytes.ts';

export type ProofFault = 'format' | 'key' | 'signature' | 'inclusion' | 'receipt' | 'content';

/** Why a proof does not hold. */
export class ProofError extends Error {
  readonly fault: ProofFault;

  constructor(fault: ProofFault) {
    super(`The proof does not hold: ${fault}.`);
    this.name = 'ProofError';
    this.fault = fault;
  }
}

export interface ProvedLeaf {
  /** The name of the log. */
  readonly origin: string;
  readonly index: bigint;
  readonly size: bigint;
  /** The receipt, as the log has it. */
  readonly content: Uint8Array<ArrayBuffer>;
}

interface LogKey {
  readonly name: string;
  readonly keyId: string;
  readonly publicKey: Uint8Array<ArrayBuffer>;
}

interface ProofFile {
  readonly index: bigint;
  readonly path: readonly Uint8Array<ArrayBuffer>[];
  readonly note: string;
  readonly content: Uint8Array<ArrayBuffer>;
}

interface CheckpointRoot {
  readonly origin: string;
  readonly size: bigint;
  readonly root: Uint8Array<ArrayBuffer>;
}

const HEADER = 'c2sp.org/tlog-proof@v1';
const HASH_BYTES = 32;
const PATH_LENGTH_MAX = 63;
/** A signature of a log, by Ed25519. */
const ED25519_NOTE = 1;
const KEY_ID_BYTES = 4;
const DECIMAL = /^(?:0|[1-9]\d{0,15})$/;
const LEAF_PREFIX = Uint8Array.of(0);
const NODE_PREFIX = Uint8Array.of(1);

/** Returns what the proof file proves under the verifier key. Throws `ProofError`. */
export async function verifyProofFile(text: string, verifierKey: string): Promise<ProvedLeaf> {
  const key = await parseVerifierKey(verifierKey.trim());
  const { index, path, note, content } = parseProofFile(text);
  const { origin, size, root } = await openCheckpoint(note, key);
  const leaf = await hashBytes(LEAF_PREFIX, content);
  const computed = await climb(leaf, { index, size, path });
  if (computed === undefined || !isSameBytes(computed, root)) throw new ProofError('inclusion');
  return { origin, index, size, content };
}

function parseProofFile(text: string): ProofFile {
  const split = text.indexOf('\n\n');
  const [header, extra = '', index = '', ...path] = text.slice(0, Math.max(split, 0)).split('\n');
  const content = extra.startsWith('extra ') ? parseBase64(extra.slice(6)) : undefined;
  const [, digits = ''] = /^index (.*)$/.exec(index) ?? [];
  if (header !== HEADER || !content?.byteLength || !DECIMAL.test(digits)) {
    throw new ProofError('format');
  }
  if (path.length > PATH_LENGTH_MAX) throw new ProofError('format');
  return {
    index: BigInt(digits),
    path: path.map(parseHash),
    note: text.slice(split + 2),
    content,
  };
}

async function parseVerifierKey(text: string): Promise<LogKey> {
  const [, name = '', keyId = '', base64 = ''] =
    /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text) ?? [];
  const material = parseBase64(base64);
  if (material?.byteLength !== HASH_BYTES + 1 || material[0] !== ED25519_NOTE) {
    throw new ProofError('key');
  }
  const digest = await hashBytes(new TextEncoder().encode(`${name}\n`), material);
  if (toHex(digest.subarray(0, KEY_ID_BYTES)) !== keyId) throw new ProofError('key');
  return { name, keyId, publicKey: material.subarray(1) };
}

async function openCheckpoint(note: string, key: LogKey): Promise<CheckpointRoot> {
  const split = note.lastIndexOf('\n\n') + 1;
  if (split === 0 || !note.endsWith('\n')) throw new ProofError('format');
  const text = note.slice(0, split);
  const [origin = '', size = '', root = ''] = text.split('\n');
  if (!DECIMAL.test(size) || origin !== key.name) throw new ProofError('signature');
  const signatures = note
    .slice(split + 1, -1)
    .split('\n')
    .map(parseSignature)
    .filter(({ name, keyId }) => name === key.name && keyId === key.keyId);
  const signed = new TextEncoder().encode(text);
  for (const { signature } of signatures) {
    if (!(await isSigned(key, signed, signature))) throw new ProofError('signature');
  }
  if (signatures.length === 0) throw new ProofError('signature');
  return { origin, size: BigInt(size), root: parseHash(root) };
}

function parseSignature(line: string) {
  const [, name = '', base64 = ''] = /^\u2014 ([^ ]+) ([^ ]+)$/.exec(line) ?? [];
  const bytes = parseBase64(base64);
  if (bytes === undefined || bytes.byteLength <= KEY_ID_BYTES) throw new ProofError('format');
  return {
    name,
    keyId: toHex(bytes.subarray(0, KEY_ID_BYTES)),
    signature: bytes.subarray(KEY_ID_BYTES),
  };
}

async function isSigned(
  { publicKey }: LogKey,
  signed: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const key = await crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify']);
  return crypto.subtle.verify('Ed25519', key, signature, signed);
}

interface InclusionPath {
  readonly index: bigint;
  readonly size: bigint;
  readonly path: readonly Uint8Array<ArrayBuffer>[];
}

// RFC 9162, 2.1.3.2: from the leaf up, the sibling is on the left where the path is a right child.
async function climb(leaf: Uint8Array<ArrayBuffer>, { index, size, path }: InclusionPath) {
  if (index >= size) return undefined;
  let at = index;
  let last = size - 1n;
  let hash = leaf;
  for (const sibling of path) {
    if (last === 0n) return undefined;
    const isRight = at % 2n === 1n || at === last;
    hash = isRight
      ? await hashBytes(NODE_PREFIX, sibling, hash)
      : await hashBytes(NODE_PREFIX, hash, sibling);
    const levels = isRight ? countLevels(at) : 1n;
    at >>= levels;
    last >>= levels;
  }
  return last === 0n ? hash : undefined;
}

// Where the tree has no sibling on the right, the path leaves that level out.
function countLevels(index: bigint): bigint {
  let levels = 1n;
  for (let at = index; at !== 0n && at % 2n === 0n; at >>= 1n) levels += 1n;
  return levels;
}

function parseHash(line: string): Uint8Array<ArrayBuffer> {
  const bytes = parseBase64(line);
  if (bytes?.byteLength !== HASH_BYTES) throw new ProofError('format');
  return bytes;
}

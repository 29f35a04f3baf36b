// Writes the copy of a log as an auditor receives it, with the receipts of postings and a checkpoint for each
// minute of 500 of them a second.
import { generateKeyPairSync, hash, sign } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { formatCheckpoint } from '../../../functions/domain/evidence/checkpoint.ts';
import { growLog } from '../../../functions/domain/evidence/log-growth.ts';
import type { GrownLog } from '../../../functions/domain/evidence/log-growth.ts';
import { buildReceiptEntry } from '../../../functions/domain/evidence/receipt-entry.ts';
import { formatNote, toSignedBytes } from '../../../functions/domain/evidence/signed-note.ts';
import {
  buildVerifierKey,
  exportPublicKey,
  formatVerifierKey,
} from '../../../functions/domain/evidence/verifier-key.ts';
import { buildIdGenerator } from '../../../functions/ledger/store/ids.ts';

const ORIGIN = 'bench.example/bench/bench';
const CHECKPOINT_LEAVES = 30_000;
const PAUSE_MS = 2;
const START_MS = Date.parse('2026-01-01T00:00:00.000Z');

/** Writes the files of the log, and returns the verifier key of its checkpoints. */
export function writeLog(folder: string, leaves: number): string {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const key = buildVerifierKey(ORIGIN, exportPublicKey(publicKey));
  const readTile = (path: string) => readFileSync(join(folder, path));
  for (let from = 0; from < leaves; from += CHECKPOINT_LEAVES) {
    const count = Math.min(CHECKPOINT_LEAVES, leaves - from);
    const entries = Array.from({ length: count }, (_, position) => buildEntry(from + position));
    const grown: GrownLog = growLog(from, readTile, entries);
    for (const [path, bytes] of grown.tiles) writeIn(folder, path, bytes);
    const text = formatCheckpoint({ origin: ORIGIN, size: grown.size, root: grown.root });
    const signature = sign(undefined, toSignedBytes(text), privateKey);
    const note = formatNote(text, [{ name: ORIGIN, keyId: key.keyId, signature }]);
    for (const path of ['checkpoint', `checkpoints/${grown.size}`]) writeIn(folder, path, note);
  }
  return formatVerifierKey(key);
}

const idsAt = buildIdGenerator(4);

// What is hashed does not matter to the time, but its length does.
function buildEntry(leaf: number): Buffer {
  const at = new Date(START_MS + leaf * PAUSE_MS);
  const id = idsAt(at)('jrn');
  const digest = hash('sha256', id, 'hex');
  return buildReceiptEntry({
    receiptId: `rcp_${digest.slice(0, 32)}`,
    at: at.toISOString(),
    operation: 'postJournalEntry',
    actor: 'op_0197a2b4-0000-4000-8000-000000000001',
    correlationId: id.slice(4),
    fingerprint: digest,
    status: 201,
    answer: id,
    events: [{ type: 'journal_entry.posted', aggregateId: id, payload: { id } }],
    journalEntries: [{ id, digest }],
    digest: digest.slice(0, 32),
    salt: Buffer.from(digest.slice(32), 'hex'),
  });
}

function writeIn(folder: string, path: string, content: string | Buffer): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

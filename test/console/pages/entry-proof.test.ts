// The proof of an entry is checked in the browser by the published vectors of the evidence log, and a change of
// any part of it is found.
import { readFileSync } from 'node:fs';
import { generateKeyPairSync, sign } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { verifyEntryProof } from '../../../console/src/pages/journal-entry/evidence/entry-proof.ts';
import { verifyProofFile } from '../../../console/src/pages/journal-entry/evidence/proof-file.ts';
import { formatCheckpoint } from '../../../functions/domain/evidence/checkpoint.ts';
import { formatLogProof } from '../../../functions/domain/evidence/log-proof.ts';
import {
  buildInclusionProof,
  computeRoot,
  hashChildren,
  hashLeaf,
} from '../../../functions/domain/evidence/merkle-tree.ts';
import type { ReadHash } from '../../../functions/domain/evidence/merkle-tree.ts';
import { formatNote, toSignedBytes } from '../../../functions/domain/evidence/signed-note.ts';
import {
  buildVerifierKey,
  exportPublicKey,
  formatVerifierKey,
} from '../../../functions/domain/evidence/verifier-key.ts';
import { computeJsonDigest } from '../../../functions/domain/values/canonical-json.ts';

interface FaultyText {
  readonly fault: string;
  readonly text: string;
}

const notes = JSON.parse(readFileSync('docs/evidence/vectors/notes.json', 'utf8')) as {
  readonly keys: { readonly log: { readonly verifier_key: string } };
  readonly refused_keys: readonly { readonly fault: string; readonly key: string }[];
  readonly proof_file: { readonly entry: string; readonly index: number; readonly text: string };
  readonly refused_proof_files: readonly FaultyText[];
};
const LOG_KEY = notes.keys.log.verifier_key;
const ORIGIN = 'ledger.example.com/test/aurora';
const ENTRY = { id: 'jrn_1', posted_at: '2026-11-20T09:30:00.000Z', amount: '1250.00' };

test('the published proof file holds', async () => {
  const { origin, index, size, content } = await verifyProofFile(notes.proof_file.text, LOG_KEY);

  expect({ origin, index, size }).toEqual({ origin: ORIGIN, index: 4n, size: 9n });
  expect(new TextDecoder().decode(content)).toBe(notes.proof_file.entry);
});

test.each(notes.refused_proof_files)('the published proof file with $fault is refused', (file) =>
  expect(verifyProofFile(file.text, LOG_KEY)).rejects.toThrow('The proof does not hold'),
);

test.each(notes.refused_keys.filter(({ fault }) => fault !== 'a line end'))(
  'the published verifier key with $fault is refused',
  ({ key }) =>
    expect(verifyProofFile(notes.proof_file.text, key)).rejects.toMatchObject({ fault: 'key' }),
);

test('a proof holds at each leaf of logs of any size', async () => {
  for (let size = 1; size <= 20; size += 1) {
    for (let index = 0; index < size; index += 1) {
      const { file, key } = proveReceipt(ENTRY, { index, size });
      expect(await verifyEntryProof(file, key, ENTRY)).toMatchObject({
        index: BigInt(index),
        size: BigInt(size),
        hasContent: true,
      });
    }
  }
});

test('a proof holds after the entry was reversed, and not for another entry', async () => {
  const { file, key } = proveReceipt(ENTRY, { index: 2, size: 5 });
  const check = (entry: object) => verifyEntryProof(file, key, { ...ENTRY, ...entry });

  await expect(check({ reversed_by: 'jrn_2' })).resolves.toMatchObject({ index: 2n });
  await expect(check({ id: 'jrn_9' })).rejects.toMatchObject({ fault: 'receipt' });
  await expect(check({ amount: '1250.01' })).rejects.toMatchObject({ fault: 'content' });
});

test('no byte of a proof may be changed', async () => {
  const { file, key } = proveReceipt(ENTRY, { index: 2, size: 5 });
  for (let at = 0; at < file.length; at += 1) {
    const other = file[at] === 'A' ? 'B' : 'A';
    const changed = `${file.slice(0, at)}${other}${file.slice(at + 1)}`;
    await expect(verifyEntryProof(changed, key, ENTRY)).rejects.toThrow('The proof does not hold');
  }
});

/** Builds a log in which the receipt of the entry is one leaf, and the proof of that. */
function proveReceipt(entry: typeof ENTRY, { index, size }: { index: number; size: number }) {
  const records = [
    { type: 'journal_entry.posted', id: entry.id, sha256: computeJsonDigest(entry) },
    { type: 'journal_entry', id: entry.id, sha256: 'of the export' },
  ];
  const extra = Buffer.from(JSON.stringify({ v: 1, records }));
  const read: ReadHash = (level, at) => {
    if (level > 0) return hashChildren(read(level - 1, at * 2), read(level - 1, at * 2 + 1));
    return hashLeaf(at === index ? extra : Buffer.from(`entry ${at}`));
  };
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const verifierKey = buildVerifierKey(ORIGIN, exportPublicKey(publicKey));
  const text = formatCheckpoint({ origin: ORIGIN, size, root: computeRoot(size, read) });
  const signature = sign(undefined, toSignedBytes(text), privateKey);
  const checkpoint = formatNote(text, [{ name: ORIGIN, keyId: verifierKey.keyId, signature }]);
  const proof = buildInclusionProof(index, size, read);
  return {
    file: formatLogProof({ index, proof, checkpoint, extra }),
    key: formatVerifierKey(verifierKey),
  };
}

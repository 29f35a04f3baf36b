// The published vectors, read as another implementation would read them: every sound one is accepted, and
// every refused one refused. `npm run generate -- --check` compares the files with the code that writes them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from '@jest/globals';
import { artifactFile } from '../../../commands/artifact-check/artifact-file.ts';
import {
  computeJsonDigest,
  formatCanonicalJson,
} from '../../../functions/domain/values/canonical-json.ts';
import { computeEntryDigest } from '../../../functions/domain/evidence/entry-digest.ts';
import { parseLogProof } from '../../../functions/domain/evidence/log-proof.ts';
import {
  hashLeaf,
  verifyConsistency,
  verifyInclusion,
} from '../../../functions/domain/evidence/merkle-tree.ts';
import { parseReceiptEntry } from '../../../functions/domain/evidence/receipt-entry.ts';
import { openCheckpoint } from '../../../functions/domain/evidence/signed-checkpoint.ts';
import { parseVerifierKey } from '../../../functions/domain/evidence/verifier-key.ts';
import { readCsvEntries } from '../../../functions/domain/exports/csv-entries.ts';
import { buildEvidenceVectors } from '../../../tools/contract/evidence/evidence-vectors.ts';

interface InclusionVector {
  readonly index: number;
  readonly size: number;
  readonly root: string;
  readonly proof: readonly string[];
}

interface ConsistencyVector {
  readonly from: number;
  readonly to: number;
  readonly from_root: string;
  readonly to_root: string;
  readonly proof: readonly string[];
}

interface ProofVectors {
  readonly inclusion: readonly InclusionVector[];
  readonly consistency: readonly ConsistencyVector[];
}

interface TreeVectors {
  readonly small: ProofVectors & { readonly refused: ProofVectors };
  readonly large: ProofVectors;
}

interface NoteVectors {
  readonly keys: Readonly<
    Record<'log' | 'other_log' | 'witness', { readonly verifier_key: string }>
  >;
  readonly refused_keys: readonly { readonly key: string }[];
  readonly checkpoint: {
    readonly origin: string;
    readonly size: number;
    readonly root: string;
    readonly note: string;
    readonly cosigned_note: string;
    readonly timestamp: number;
  };
  readonly refused_notes: readonly { readonly fault: string; readonly note: string }[];
  readonly proof_file: {
    readonly entry: string;
    readonly text: string;
    readonly without_extra: string;
  };
  readonly refused_proof_files: readonly { readonly fault: string; readonly text: string }[];
}

interface LeafVectors {
  readonly journal_entries: readonly {
    readonly csv: readonly string[];
    readonly statement: string;
    readonly digest: string;
  }[];
  readonly receipts: readonly {
    readonly payloads: readonly unknown[];
    readonly entry: string;
    readonly leaf_hash: string;
  }[];
  readonly many_records: { readonly entry: string; readonly records_sha256: string };
}

const VECTORS_FOLDER = join(import.meta.dirname, '../../../docs/evidence/vectors');
const readText = (name: string) => readFileSync(join(VECTORS_FOLDER, `${name}.json`), 'utf8');
const readVectors = <Vectors>(name: string) => JSON.parse(readText(name)) as Vectors;

const tree = readVectors<TreeVectors>('tree');
const notes = readVectors<NoteVectors>('notes');
const leaves = readVectors<LeafVectors>('leaves');

const decode = (base64: string) => Buffer.from(base64, 'base64');

const isIncluded = (vector: InclusionVector, entry = `entry ${vector.index}`) =>
  verifyInclusion({
    ...vector,
    leafHash: hashLeaf(Buffer.from(entry)),
    root: decode(vector.root),
    proof: vector.proof.map(decode),
  });

const isConsistent = ({ from, to, from_root, to_root, proof }: ConsistencyVector) =>
  verifyConsistency({
    from,
    to,
    fromRoot: decode(from_root),
    toRoot: decode(to_root),
    proof: proof.map(decode),
  });

test('the files are those that the code writes', () => {
  for (const [file, text] of buildEvidenceVectors()) {
    expect(readText(file.replace(/^.*\/|\.json$/g, ''))).toBe(text);
  }
});

test('the proofs of the tree are accepted, and the refused ones are not', () => {
  const { small, large } = tree;
  const accepted = [
    ...[...small.inclusion, ...large.inclusion].map((vector) => isIncluded(vector)),
    ...[...small.consistency, ...large.consistency].map(isConsistent),
  ];
  const refused = [
    ...small.refused.inclusion.map((vector) => isIncluded(vector, 'entry 4')),
    ...small.refused.consistency.map(isConsistent),
  ];

  expect(accepted).toEqual(accepted.map(() => true));
  expect(refused).toEqual(refused.map(() => false));
  expect([accepted.length, refused.length]).toEqual([109, 12]);
});

const logKeys = [parseVerifierKey(notes.keys.log.verifier_key)];
const witnessKeys = [parseVerifierKey(notes.keys.witness.verifier_key)];
const allKeys = [...logKeys, parseVerifierKey(notes.keys.other_log.verifier_key)];

function isOpened(note: string): boolean {
  try {
    openCheckpoint(note, { logKeys: allKeys, witnessKeys });
    return true;
  } catch {
    return false;
  }
}

test('the checkpoint is opened, and the refused notes and keys are not', () => {
  const { origin, size, root, timestamp, ...published } = notes.checkpoint;
  const expected = { origin, size, root: decode(root), extensionLines: [] };
  const cosigned = openCheckpoint(published.cosigned_note, { logKeys, witnessKeys });

  expect(openCheckpoint(published.note, { logKeys }).checkpoint).toEqual(expected);
  expect(cosigned.checkpoint).toEqual(expected);
  expect(cosigned.witnesses).toEqual([{ key: witnessKeys[0], timestamp }]);
  for (const { fault, note } of notes.refused_notes) {
    expect([fault, isOpened(note)]).toEqual([fault, false]);
  }
  for (const { key } of notes.refused_keys) expect(() => parseVerifierKey(key)).toThrow(RangeError);
});

/** Whether the proof file shows that the log has the entry. */
function provesEntry(text: string, entry: string): boolean {
  const { index, proof, checkpoint } = parseLogProof(text);
  const { size, root } = openCheckpoint(checkpoint, { logKeys, witnessKeys }).checkpoint;
  return verifyInclusion({ index, size, root, proof, leafHash: hashLeaf(Buffer.from(entry)) });
}

test('the proof file proves its entry, and the refused ones do not', () => {
  const { entry, text, without_extra } = notes.proof_file;
  const prove = (file: string) => {
    try {
      return provesEntry(file, entry);
    } catch {
      return false;
    }
  };

  expect(parseLogProof(text).extra?.toString()).toBe(entry);
  expect(provesEntry(text, entry)).toBe(true);
  expect(provesEntry(without_extra, entry)).toBe(true);
  expect(provesEntry(text, `${entry}x`)).toBe(false);
  expect(notes.refused_proof_files.filter((file) => prove(file.text))).toEqual([]);
});

test('the digests of journal entries come from the rows of the export', async () => {
  for (const { csv, statement, digest } of leaves.journal_entries) {
    const file = artifactFile(Readable.from([Buffer.from(csv.join(''))]), {
      name: 'export.csv',
      encoding: 'UTF-8',
    });
    const found = [];
    for await (const fact of readCsvEntries(file, { manifest_version: 2 })) found.push(fact);

    const [fact] = found;
    expect(found).toEqual([{ ...fact, kind: 'ENTRY', statement: JSON.parse(statement) }]);
    expect(fact?.kind === 'ENTRY' && computeEntryDigest(fact.statement)).toBe(digest);
  }
});

test('the entries of receipts are read, and give their leaves', () => {
  for (const { entry, leaf_hash, payloads } of leaves.receipts) {
    const { records } = parseReceiptEntry(Buffer.from(entry));

    expect(hashLeaf(Buffer.from(entry))).toEqual(decode(leaf_hash));
    expect(records.slice(0, payloads.length).map(({ sha256 }) => sha256)).toEqual(
      payloads.map(computeJsonDigest),
    );
  }
  const { entry, records_sha256 } = leaves.many_records;
  const short = parseReceiptEntry(Buffer.from(entry));
  const events = Array.from({ length: 600 }, (_, n) => {
    return { type: 'policy.rule_matched', id: `jrn_${n}`, sha256: computeJsonDigest({ n }) };
  });
  expect(formatCanonicalJson(short)).toBe(entry);
  expect(short.records_sha256).toBe(records_sha256);
  expect(computeJsonDigest([...events, ...short.records])).toBe(records_sha256);
});

// Vectors of the texts that are signed: keys, checkpoints, cosignatures and proof files. The keys come from
// public seeds, so that everyone can sign the same: they must sign nothing else.
import { createPrivateKey, createPublicKey, hash, sign } from 'node:crypto';
import { formatCheckpoint } from '../../../functions/domain/evidence/checkpoint.ts';
import {
  buildCosignedMessage,
  encodeCosignature,
} from '../../../functions/domain/evidence/cosignature.ts';
import { formatLogProof } from '../../../functions/domain/evidence/log-proof.ts';
import { formatNote, toSignedBytes } from '../../../functions/domain/evidence/signed-note.ts';
import type { NoteSignature } from '../../../functions/domain/evidence/signed-note.ts';
import {
  buildVerifierKey,
  ED25519_COSIGNATURE,
  ED25519_NOTE,
  exportPublicKey,
  formatVerifierKey,
} from '../../../functions/domain/evidence/verifier-key.ts';
import type { SignatureType } from '../../../functions/domain/evidence/verifier-key.ts';
import { buildEntry, toBase64, VectorLog } from './tree-vectors.ts';

const ORIGIN = 'ledger.example.com/test/aurora';
const SIZE = 9;
const INDEX = 4;
const TIMESTAMP = 1_767_225_600;

// An Ed25519 private key in PKCS #8 is these bytes and its seed.
const PKCS8_START = '302e020100300506032b657004220420';

class VectorSigner {
  readonly name: string;
  readonly type: SignatureType;

  constructor(name: string, type: SignatureType) {
    this.name = name;
    this.type = type;
  }

  get seed(): Buffer {
    return hash('sha256', `countinghouse vector ${this.name}`, 'buffer');
  }

  get #privateKey() {
    const key = Buffer.concat([Buffer.from(PKCS8_START, 'hex'), this.seed]);
    return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  }

  get key() {
    return buildVerifierKey(
      this.name,
      exportPublicKey(createPublicKey(this.#privateKey)),
      this.type,
    );
  }

  sign(text: string): NoteSignature {
    const { name, keyId } = this.key;
    if (this.type === ED25519_NOTE) {
      return { name, keyId, signature: sign(undefined, toSignedBytes(text), this.#privateKey) };
    }
    const message = buildCosignedMessage(TIMESTAMP, text);
    const signature = sign(undefined, message, this.#privateKey);
    return { name, keyId, signature: encodeCosignature({ timestamp: TIMESTAMP, signature }) };
  }

  get view(): object {
    return {
      name: this.name,
      type: this.type,
      seed: toBase64(this.seed),
      key_id: this.key.keyId,
      verifier_key: formatVerifierKey(this.key),
    };
  }
}

const signers = {
  log: new VectorSigner(ORIGIN, ED25519_NOTE),
  otherLog: new VectorSigner('ledger.example.com/test/borealis', ED25519_NOTE),
  witness: new VectorSigner('witness.example.org/w1', ED25519_COSIGNATURE),
};

/** The vectors of docs/evidence/vectors/notes.json. */
export function buildNoteVectors(): object {
  const log = new VectorLog();
  log.growTo(SIZE);
  const root = log.rootAt(SIZE);
  const text = formatCheckpoint({ origin: ORIGIN, size: SIZE, root });
  const cosigned = formatNote(text, [signers.log.sign(text), signers.witness.sign(text)]);
  return {
    keys: {
      log: signers.log.view,
      other_log: signers.otherLog.view,
      witness: signers.witness.view,
    },
    refused_keys: listRefusedKeys(formatVerifierKey(signers.log.key)),
    checkpoint: {
      origin: ORIGIN,
      size: SIZE,
      root: toBase64(root),
      text,
      note: formatNote(text, [signers.log.sign(text)]),
      timestamp: TIMESTAMP,
      cosigned_message: buildCosignedMessage(TIMESTAMP, text).toString(),
      cosigned_note: cosigned,
    },
    refused_notes: listRefusedNotes(text, cosigned),
    proof_file: buildProofFile(log, cosigned),
    refused_proof_files: listRefusedProofFiles(log, cosigned),
  };
}

function listRefusedKeys(key: string): object[] {
  const [name = '', keyId = ''] = key.split('+');
  const material = key.slice(name.length + keyId.length + 2);
  return [
    { fault: 'another name', key: `x${key}` },
    { fault: 'another key id', key: `${name}+00000000+${material}` },
    { fault: 'a key id in capitals', key: `${name}+${keyId.toUpperCase()}+${material}` },
    { fault: 'a line end', key: `${key}\n` },
    { fault: 'no key', key: `${name}+${keyId}+` },
  ];
}

function listRefusedNotes(text: string, cosigned: string): object[] {
  const { log, otherLog, witness } = signers;
  const other = text.replace(`\n${SIZE}\n`, `\n${SIZE - 1}\n`);
  return [
    { fault: 'the signature is of another text', note: formatNote(other, [log.sign(text)]) },
    { fault: 'only another log signed', note: formatNote(text, [otherLog.sign(text)]) },
    { fault: 'only a witness signed', note: formatNote(text, [witness.sign(text)]) },
    {
      fault: 'the cosignature is of another text',
      note: formatNote(text, [log.sign(text), witness.sign(other)]),
    },
    { fault: 'a zero before the size', note: cosigned.replace(`\n${SIZE}\n`, `\n0${SIZE}\n`) },
    { fault: 'lines that end with CR and LF', note: cosigned.replaceAll('\n', '\r\n') },
    { fault: 'no last line end', note: cosigned.slice(0, -1) },
    { fault: 'a hyphen for the dash', note: cosigned.replaceAll('\u2014', '-') },
    { fault: 'no empty line', note: cosigned.replace('\n\n', '\n') },
  ];
}

function buildProofFile(log: VectorLog, checkpoint: string): object {
  const entry = buildEntry(INDEX);
  const proof = log.buildInclusion(INDEX, SIZE).proof.map((part) => Buffer.from(part, 'base64'));
  return {
    entry: entry.toString(),
    index: INDEX,
    text: formatLogProof({ index: INDEX, proof, checkpoint, extra: entry }),
    without_extra: formatLogProof({ index: INDEX, proof, checkpoint }),
  };
}

function listRefusedProofFiles(log: VectorLog, checkpoint: string): object[] {
  const [first = '', ...rest] = log.buildInclusion(INDEX, SIZE).proof;
  const format = (lines: readonly string[]) => `${lines.join('\n')}\n\n${checkpoint}`;
  const header = 'c2sp.org/tlog-proof@v1';
  const index = `index ${INDEX}`;
  return [
    { fault: 'another version', text: format(['c2sp.org/tlog-proof@v2', index, first, ...rest]) },
    { fault: 'no index', text: format([header, first, ...rest]) },
    { fault: 'another index', text: format([header, `index ${INDEX + 1}`, first, ...rest]) },
    { fault: 'a zero before the index', text: format([header, `index 0${INDEX}`, first, ...rest]) },
    { fault: 'empty extra data', text: format([header, 'extra ', index, first, ...rest]) },
    { fault: 'a hash less', text: format([header, index, ...rest]) },
    { fault: 'a hash cut short', text: format([header, index, first.slice(4), ...rest]) },
    { fault: 'no checkpoint', text: `${[header, index, first, ...rest].join('\n')}\n\n` },
  ];
}

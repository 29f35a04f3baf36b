// Checkpoints and proof files are read strictly: one spelling for each statement, and errors with their line.
import { generateKeyPairSync, sign } from 'node:crypto';
import { expect, test } from '@jest/globals';
import {
  formatCheckpoint,
  parseCheckpoint,
} from '../../../functions/domain/evidence/checkpoint.ts';
import {
  buildCosignedMessage,
  encodeCosignature,
} from '../../../functions/domain/evidence/cosignature.ts';
import { formatLogProof, parseLogProof } from '../../../functions/domain/evidence/log-proof.ts';
import { EMPTY_ROOT, hashLeaf } from '../../../functions/domain/evidence/merkle-tree.ts';
import { openCheckpoint } from '../../../functions/domain/evidence/signed-checkpoint.ts';
import {
  formatNote,
  toSignedBytes,
  UnverifiedNoteError,
} from '../../../functions/domain/evidence/signed-note.ts';
import {
  buildVerifierKey,
  ED25519_COSIGNATURE,
  exportPublicKey,
} from '../../../functions/domain/evidence/verifier-key.ts';
import { fc } from '../../support/nouns/properties.ts';

const ORIGIN = 'ledger.example/test/aurora';
const ROOT = hashLeaf(Buffer.from('leaf'));
const ROOT_TEXT = ROOT.toString('base64');
const TEXT = formatCheckpoint({ origin: ORIGIN, size: 7, root: ROOT });

test('a checkpoint is three lines, which are read back', () => {
  const anySize = fc.maxSafeNat();
  fc.assert(
    fc.property(anySize, fc.uint8Array({ minLength: 32, maxLength: 32 }), (size, bytes) => {
      const root = Buffer.from(bytes);
      const text = formatCheckpoint({ origin: ORIGIN, size, root });

      expect(text).toBe(`${ORIGIN}\n${size}\n${root.toString('base64')}\n`);
      expect(parseCheckpoint(text)).toEqual({ origin: ORIGIN, size, root, extensionLines: [] });
    }),
  );
  expect(parseCheckpoint(`a log of another kind\n0\n${ROOT_TEXT}\none\ntwo\n`)).toEqual({
    origin: 'a log of another kind',
    size: 0,
    root: ROOT,
    extensionLines: ['one', 'two'],
  });
});

test.each([
  ['', 'line 1: no origin'],
  ['\n', 'line 1: empty'],
  ['o\n', 'line 2: "" is not a size'],
  [`\n7\n${ROOT_TEXT}\n`, 'line 1: empty'],
  [`o\n7\n${ROOT_TEXT}`, 'line 3: no line end'],
  [`o\n7\n${ROOT_TEXT}\n\n`, 'line 4: empty'],
  [`o\n07\n${ROOT_TEXT}\n`, 'line 2: "07" is not a size'],
  [`o\n+7\n${ROOT_TEXT}\n`, 'line 2: "+7" is not a size'],
  [`o\n-7\n${ROOT_TEXT}\n`, 'line 2: "-7" is not a size'],
  [`o\n7 \n${ROOT_TEXT}\n`, 'line 2: "7 " is not a size'],
  [`o\n7e1\n${ROOT_TEXT}\n`, 'line 2: "7e1" is not a size'],
  [`o\n9007199254740992\n${ROOT_TEXT}\n`, 'line 2: "9007199254740992" is not a size'],
  [`o\r\n7\r\n${ROOT_TEXT}\r\n`, 'line 2: "7\\r" is not a size'],
  [`o\n7\n${ROOT_TEXT.slice(0, -1)}\n`, 'is not the base64 of a SHA-256'],
  [`o\n7\n${ROOT_TEXT.slice(4)}\n`, 'is not the base64 of a SHA-256'],
  [`o\n7\n ${ROOT_TEXT}\n`, 'is not the base64 of a SHA-256'],
])('the checkpoint %j is refused', (text, fault) => {
  expect(() => parseCheckpoint(text)).toThrow(fault);
});

test('another spelling of the same root is refused', () => {
  // The last digit before "=" has two bits that belong to no byte.
  const spelled = ROOT_TEXT.replace(/(.)=$/, (_, last: string) => {
    return `${String.fromCharCode(last.charCodeAt(0) + 1)}=`;
  });

  expect(Buffer.from(spelled, 'base64')).toEqual(ROOT);
  expect(() => parseCheckpoint(`o\n7\n${spelled}\n`)).toThrow('line 3');
});

test.each(['', 'a b', 'a+b', 'a\nb', 'a\u00a0b', '\ud800'])('%j is not an origin', (origin) => {
  expect(() => formatCheckpoint({ origin, size: 0, root: EMPTY_ROOT })).toThrow(RangeError);
});

test('what is not a size or a root is not formatted', () => {
  expect(() => formatCheckpoint({ origin: 'o', size: 0.5, root: ROOT })).toThrow('0.5');
  expect(() => formatCheckpoint({ origin: 'o', size: 0, root: Buffer.alloc(31) })).toThrow('root');
});

function createSigner(name: string, isWitness: boolean) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const raw = exportPublicKey(publicKey);
  const key = isWitness
    ? buildVerifierKey(name, raw, ED25519_COSIGNATURE)
    : buildVerifierKey(name, raw);
  return {
    key,
    sign: (text: string, timestamp = 0) => {
      const content = isWitness ? buildCosignedMessage(timestamp, text) : toSignedBytes(text);
      const signature = sign(undefined, content, privateKey);
      return {
        ...key,
        signature: isWitness ? encodeCosignature({ timestamp, signature }) : signature,
      };
    },
  };
}

const log = createSigner(ORIGIN, false);
const otherLog = createSigner('ledger.example/test/borealis', false);
const witness = createSigner('witness.example/w1', true);
const KEYS = { logKeys: [log.key], witnessKeys: [witness.key] };

test('a checkpoint is opened with the key of its log, and names the witnesses with their times', () => {
  const note = formatNote(TEXT, [log.sign(TEXT), witness.sign(TEXT, 1_700_000_000)]);

  expect(openCheckpoint(note, { logKeys: [log.key] }).witnesses).toEqual([]);
  expect(openCheckpoint(note, KEYS)).toEqual({
    checkpoint: { origin: ORIGIN, size: 7, root: ROOT, extensionLines: [] },
    signer: log.key,
    witnesses: [{ key: witness.key, timestamp: 1_700_000_000 }],
  });
});

test('a checkpoint without a right signature of its log is not opened', () => {
  const logKeys = [log.key, otherLog.key];
  const onlyWitness = formatNote(TEXT, [witness.sign(TEXT, 1)]);
  const foreign = formatNote(TEXT, [otherLog.sign(TEXT)]);
  const other = formatCheckpoint({ origin: ORIGIN, size: 8, root: ROOT });
  const moved = formatNote(other, [log.sign(TEXT)]);
  const wrongWitness = formatNote(TEXT, [log.sign(TEXT), witness.sign(other, 1)]);

  expect(() => openCheckpoint(onlyWitness, KEYS)).toThrow('is not signed by the key of that log');
  expect(() => openCheckpoint(foreign, { logKeys })).toThrow(
    'is not signed by the key of that log',
  );
  expect(() => openCheckpoint(moved, KEYS)).toThrow(UnverifiedNoteError);
  expect(() => openCheckpoint(wrongWitness, KEYS)).toThrow('witness.example/w1');
});

const NOTE = formatNote(TEXT, [log.sign(TEXT)]);
const HEADER = 'c2sp.org/tlog-proof@v1';

test('a proof file is read back as it was written', () => {
  const hash = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes));
  const proofs = fc.record(
    {
      index: fc.maxSafeNat(),
      proof: fc.array(hash, { maxLength: 63 }),
      checkpoint: fc.constant(NOTE),
      extra: fc.uint8Array({ minLength: 1 }).map((bytes) => Buffer.from(bytes)),
    },
    { requiredKeys: ['index', 'proof', 'checkpoint'] },
  );
  fc.assert(
    fc.property(proofs, (proof) => {
      expect(parseLogProof(formatLogProof(proof))).toEqual(proof);
    }),
  );
  expect(formatLogProof({ index: 5, proof: [ROOT], checkpoint: NOTE })).toBe(
    `${HEADER}\nindex 5\n${ROOT_TEXT}\n\n${NOTE}`,
  );
});

test.each([
  ['another version', `c2sp.org/tlog-proof@v2\nindex 0\n\n${NOTE}`, 'line 1: not c2sp.org'],
  ['no empty line', `${HEADER}\nindex 0\n`, 'line 1: no empty line before the checkpoint'],
  ['no index', `${HEADER}\n\n${NOTE}`, 'line 2: "" is not "index" and a number'],
  ['an index with zeros', `${HEADER}\nindex 05\n\n${NOTE}`, 'line 2: "index 05"'],
  ['a negative index', `${HEADER}\nindex -5\n\n${NOTE}`, 'line 2: "index -5"'],
  ['an index out of range', `${HEADER}\nindex 9007199254740992\n\n${NOTE}`, 'line 2: '],
  ['extra data that is not base64', `${HEADER}\nextra !!\nindex 0\n\n${NOTE}`, 'line 2: the extra'],
  ['empty extra data', `${HEADER}\nextra \nindex 0\n\n${NOTE}`, 'line 2: the extra'],
  ['extra data after the index', `${HEADER}\nindex 0\nextra QQ==\n\n${NOTE}`, 'line 3: "extra'],
  ['a hash that is too long', `${HEADER}\nindex 0\n${ROOT_TEXT}QQ==\n\n${NOTE}`, 'line 3: '],
  [
    'too many hashes',
    `${HEADER}\nindex 0\n${`${ROOT_TEXT}\n`.repeat(64)}\n${NOTE}`,
    'more than 63',
  ],
  ['another line end', `${HEADER}\r\nindex 0\r\n\r\n${NOTE}`, 'line 1: not c2sp.org'],
  ['no checkpoint', `${HEADER}\nindex 0\n\n`, 'line 4: '],
  ['a checkpoint without signatures', `${HEADER}\nindex 0\n\n${TEXT}`, 'line 4: no empty line'],
  [
    'a damaged checkpoint',
    `${HEADER}\nindex 0\n\n${NOTE.replace('\n7\n', '\n07\n')}`,
    'line 5: "07"',
  ],
])('a proof file with %s is refused', (_, text, fault) => {
  expect(() => parseLogProof(text)).toThrow(fault);
});

// Notes, keys and cosignatures are read and written as the published ones are, and anything else is refused
// with the line and the reason.
import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import {
  buildCosignedMessage,
  decodeCosignature,
  encodeCosignature,
} from '../../../functions/domain/evidence/cosignature.ts';
import {
  formatNote,
  formatSignatureLine,
  parseNote,
  parseSignatureLines,
  toSignedBytes,
  UnverifiedNoteError,
  verifyNote,
} from '../../../functions/domain/evidence/signed-note.ts';
import {
  buildVerifierKey,
  ED25519_COSIGNATURE,
  exportPublicKey,
  formatVerifierKey,
  parseVerifierKey,
} from '../../../functions/domain/evidence/verifier-key.ts';
import { fc } from '../../support/nouns/properties.ts';

const VECTORS_FILE = join(import.meta.dirname, 'published/signed-notes.json');
const { c2sp, go, transparency_dev } = JSON.parse(readFileSync(VECTORS_FILE, 'utf8')) as {
  readonly c2sp: Readonly<
    Record<'key' | 'note' | 'poem' | 'checkpoint' | 'cosigned_message', string>
  >;
  readonly go: {
    readonly text: string;
    readonly peter: Readonly<Record<'seed' | 'key' | 'line', string>>;
    readonly enoch: Readonly<Record<'key' | 'line', string>>;
    readonly wrong_keys: readonly string[];
  };
  readonly transparency_dev: {
    readonly cosigner_key: string;
    readonly timestamp: number;
    readonly timestamped: string;
    readonly not_timestamped: string;
  };
};

const peter = parseVerifierKey(go.peter.key);
const enoch = parseVerifierKey(go.enoch.key);
const BOTH_NOTE = `${go.text}\n${go.peter.line}${go.enoch.line}`;

// An Ed25519 private key in PKCS #8 is these bytes and its seed.
const PKCS8_START = '302e020100300506032b657004220420';
const peterPrivate = createPrivateKey({
  key: Buffer.concat([Buffer.from(PKCS8_START, 'hex'), Buffer.from(go.peter.seed, 'base64')]),
  format: 'der',
  type: 'pkcs8',
});

const nameSigners = (note: string | Uint8Array, keys = [peter, enoch]) =>
  verifyNote(parseNote(note), keys).map(({ key }) => key.name);

test('published keys are read, and written as they were', () => {
  const keys = [c2sp.key, go.peter.key, go.enoch.key, transparency_dev.cosigner_key];

  expect(keys.map((key) => formatVerifierKey(parseVerifierKey(key)))).toEqual(keys);
  expect(parseVerifierKey(transparency_dev.cosigner_key).type).toBe(ED25519_COSIGNATURE);
});

test('a key that is cut or changed anywhere is refused', () => {
  const text = go.peter.key;
  const cut = [...text].flatMap((_, from) =>
    [...text].map((__, to) => text.slice(from, to + 1)).filter((part) => part !== text),
  );
  const changed = [...text].map(
    (character, at) =>
      text.slice(0, at) + String.fromCharCode(character.charCodeAt(0) + 1) + text.slice(at + 1),
  );
  const upper = text.replace('c74f20a3', 'C74F20A3');
  for (const wrong of [...cut, ...changed, ...go.wrong_keys, upper, `${text}\n`, `${text}=`]) {
    expect(() => parseVerifierKey(wrong)).toThrow('is not a verifier key');
  }
  expect(() => buildVerifierKey('a b', peter.publicKey)).toThrow('is not the name of a key');
  expect(() => buildVerifierKey('a', Buffer.alloc(31))).toThrow('32 bytes');
});

test('a note is signed as the published one', () => {
  const signature = sign(undefined, toSignedBytes(go.text), peterPrivate);
  const line = formatSignatureLine({ ...peter, signature });

  expect(line).toBe(go.peter.line);
  expect(formatNote(go.text, [{ ...peter, signature }])).toBe(`${go.text}\n${go.peter.line}`);
});

test('the published notes are verified, and unknown signatures are ignored', () => {
  expect(nameSigners(c2sp.note, [parseVerifierKey(c2sp.key)])).toEqual(['example.com/foo']);
  expect(nameSigners(BOTH_NOTE)).toEqual(['PeterNeumann', 'EnochRoot']);
  expect(nameSigners(BOTH_NOTE, [enoch])).toEqual(['EnochRoot']);
  expect(nameSigners(Buffer.from(BOTH_NOTE), [peter])).toEqual(['PeterNeumann']);
  expect(() => nameSigners(BOTH_NOTE, [])).toThrow(UnverifiedNoteError);
  const { text, signatures } = parseNote(c2sp.poem);
  expect(text.endsWith('sole:\n\ned è subito sera.\n')).toBe(true);
  expect(signatures.map(({ name }) => name)).toEqual(['quasimodo.example/salvatore']);
});

test('only name and key id together make a key known', () => {
  const otherName = { ...peter, name: 'CarmenSandiego' };
  const otherId = { ...peter, keyId: 'c74f20a4' };

  expect(() => nameSigners(BOTH_NOTE, [otherName, otherId])).toThrow('no signature of a given key');
});

test('one wrong signature of a given key refuses the note', () => {
  const wrong = go.enoch.line.replace('BzmZa0', 'BzmZa1');
  const long = `${go.peter.line.slice(0, 60)}ABCD${go.peter.line.slice(60)}`;

  expect(() => nameSigners(`${go.text}\n${go.peter.line}${wrong}`)).toThrow(
    'The signature of EnochRoot+af0cfe78 is wrong.',
  );
  expect(() => nameSigners(`${go.text}\n${go.peter.line}${long}`)).toThrow(UnverifiedNoteError);
  expect(() => nameSigners(`x${BOTH_NOTE}`)).toThrow(UnverifiedNoteError);
  expect(nameSigners(`${go.text}\n${go.peter.line}${wrong}`, [peter])).toEqual(['PeterNeumann']);
});

test.each([
  ['no signatures', go.text, 'line 1: no empty line before the signatures'],
  ['only an empty line', `${go.text}\n`, 'line 4: "" is not a signature'],
  ['no last line end', BOTH_NOTE.slice(0, -1), 'line 5: no line end'],
  ['a control character', `\u0001${BOTH_NOTE}`, 'line 1: a control character'],
  ['a carriage return', BOTH_NOTE.replaceAll('\n', '\r\n'), 'line 1: a control character'],
  ['a lone surrogate', `\ud800${BOTH_NOTE}`, 'line 1: not Unicode text'],
  ['a name with a space', BOTH_NOTE.replace('EnochRoot', 'Enoch Root'), 'is not a signature'],
  ['a name with a plus sign', BOTH_NOTE.replace('EnochRoot', 'Enoch+Root'), 'is not a signature'],
  ['a space too many', BOTH_NOTE.replace('EnochRoot ', 'EnochRoot  '), 'is not a signature'],
  [
    'another line',
    `${BOTH_NOTE}Unexpected line.\n`,
    'line 6: "Unexpected line." is not a signature',
  ],
  ['other dashes', BOTH_NOTE.replaceAll('\u2014', '-'), 'line 4: '],
  ['base64 without its end', BOTH_NOTE.replace('wJnAM=', 'wJnAM'), 'line 4: '],
  ['another spelling of base64', BOTH_NOTE.replace('wJnAM=', 'wJnAN='), 'is not base64'],
  ['no signature', `${go.text}\n\u2014 a x08gow==\n`, 'line 4: no signature after the key id'],
  ['too many', `${go.text}\n${go.peter.line.repeat(101)}`, 'line 4: more than 100 signatures'],
])('a note with %s is refused', (_, note, fault) => {
  expect(() => parseNote(note)).toThrow(fault);
});

test('bytes that are not UTF-8 are refused, and a byte order mark is part of the text', () => {
  const bytes = Buffer.from(BOTH_NOTE);

  expect(() => parseNote(Buffer.concat([Buffer.of(0xff), bytes]))).toThrow('not UTF-8');
  const marked = Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), bytes]);
  expect(() => nameSigners(marked)).toThrow(UnverifiedNoteError);
  expect(nameSigners(`${go.text}\n${go.peter.line.repeat(16)}`)).toHaveLength(16);
});

test('cosignatures have the published message and layout', () => {
  const text = parseNote(c2sp.checkpoint).text;
  const [, witness] = parseNote(c2sp.checkpoint).signatures;
  const cosignature = decodeCosignature(witness?.signature ?? Buffer.alloc(0));
  const timestamped = Buffer.from(transparency_dev.timestamped, 'base64').subarray(4);
  const plain = Buffer.from(transparency_dev.not_timestamped, 'base64').subarray(4);

  expect(buildCosignedMessage(1_679_315_147, text).toString()).toBe(c2sp.cosigned_message);
  expect(cosignature?.timestamp).toBe(1_679_315_147);
  expect(cosignature && encodeCosignature(cosignature)).toEqual(witness?.signature);
  expect(decodeCosignature(timestamped)?.timestamp).toBe(transparency_dev.timestamp);
  expect(decodeCosignature(plain)).toBeUndefined();
  expect(decodeCosignature(Buffer.alloc(72, 0xff))).toBeUndefined();
});

test('a cosignature is verified with its time, and refused with another one', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const name = 'witness.example/w1';
  const key = buildVerifierKey(name, exportPublicKey(publicKey), ED25519_COSIGNATURE);
  const cosign = (signedAt: number, statedAt: number) => {
    const signature = sign(undefined, buildCosignedMessage(signedAt, go.text), privateKey);
    const bytes = encodeCosignature({ timestamp: statedAt, signature });
    return `${go.text}\n${formatSignatureLine({ ...key, signature: bytes })}`;
  };
  fc.assert(
    fc.property(fc.maxSafeNat(), (timestamp) => {
      expect(verifyNote(parseNote(cosign(timestamp, timestamp)), [key])).toEqual([
        { key, timestamp },
      ]);
    }),
    { numRuns: 10 },
  );
  expect(() => nameSigners(cosign(1, 2), [key])).toThrow(UnverifiedNoteError);
  const note = buildVerifierKey(name, exportPublicKey(publicKey));
  expect(note.keyId).not.toBe(key.keyId);
  const [line] = parseSignatureLines(cosign(1, 1).slice(go.text.length + 1));
  expect(line?.keyId).toBe(key.keyId);
});

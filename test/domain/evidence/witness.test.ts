// A log submits checkpoints to a witness over HTTP: it cosigns what grew, says which size it has, and refuses
// every fork.
import { generateKeyPairSync, hash, sign } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { formatCheckpoint } from '../../../functions/domain/evidence/checkpoint.ts';
import { growLog } from '../../../functions/domain/evidence/log-growth.ts';
import {
  buildConsistencyProof,
  EMPTY_ROOT,
} from '../../../functions/domain/evidence/merkle-tree.ts';
import type { Hash } from '../../../functions/domain/evidence/merkle-tree.ts';
import { openCheckpoint } from '../../../functions/domain/evidence/signed-checkpoint.ts';
import {
  formatNote,
  toSignedBytes,
  UnverifiedNoteError,
} from '../../../functions/domain/evidence/signed-note.ts';
import { readHashesFrom } from '../../../functions/domain/evidence/tiles.ts';
import {
  buildVerifierKey,
  exportPublicKey,
} from '../../../functions/domain/evidence/verifier-key.ts';
import {
  formatAddedCheckpoint,
  listCosignatures,
  parseTreeSize,
} from '../../../functions/domain/evidence/witness-protocol.ts';
import { parseAddedCheckpoint, TestWitness } from '../../support/evidence/test-witness.ts';

/** A log in memory that signs a checkpoint of any of its sizes. */
class SignedLog {
  readonly #privateKey;
  readonly #tiles = new Map<string, Buffer>();
  readonly #roots = new Map<number, Hash>([[0, EMPTY_ROOT]]);
  readonly key;

  constructor(origin: string, keyPair = generateKeyPairSync('ed25519')) {
    this.#privateKey = keyPair.privateKey;
    this.key = buildVerifierKey(origin, exportPublicKey(keyPair.publicKey));
  }

  grow(entries: readonly string[]): this {
    const from = Math.max(...this.#roots.keys());
    const grown = growLog(
      from,
      (path) => this.#read(path),
      entries.map((one) => Buffer.from(one)),
    );
    grown.tiles.forEach((bytes, path) => this.#tiles.set(path, bytes));
    this.#roots.set(grown.size, grown.root);
    return this;
  }

  text(size: number): string {
    const root = this.#roots.get(size) ?? EMPTY_ROOT;
    return formatCheckpoint({ origin: this.key.name, size, root });
  }

  sign(text: string): string {
    const signature = sign(undefined, toSignedBytes(text), this.#privateKey);
    return formatNote(text, [{ ...this.key, signature }]);
  }

  prove(from: number, to: number): Hash[] {
    return buildConsistencyProof(
      from,
      to,
      readHashesFrom(to, (path) => this.#read(path)),
    );
  }

  #read(path: string): Buffer {
    return this.#tiles.get(path) ?? Buffer.alloc(0);
  }
}

const ORIGIN = 'ledger.example/test/aurora';
const listEntries = (from: number, to: number, prefix = 'entry') =>
  Array.from({ length: to - from }, (_, at) => `${prefix} ${from + at}`);

let witness: TestWitness;
const logs = ['/1', '/2', '/3', '/4'].map((suffix) => {
  return new SignedLog(`${ORIGIN}${suffix}`).grow(listEntries(0, 3)).grow(listEntries(3, 300));
});

beforeAll(async () => {
  witness = await TestWitness.start();
  logs.forEach(({ key }) => witness.trust(key));
});

afterAll(() => witness.stop());

async function submit(log: SignedLog, from: number, to: number, text = log.text(to)) {
  return post({ oldSize: from, proof: log.prove(from, to), checkpoint: log.sign(text) });
}

async function post(request: Parameters<typeof formatAddedCheckpoint>[0] | string) {
  const body = typeof request === 'string' ? request : formatAddedCheckpoint(request);
  const response = await fetch(`${witness.url}/add-checkpoint`, { method: 'POST', body });
  const type = response.headers.get('Content-Type');
  return { status: response.status, type, body: await response.text() };
}

test('a witness cosigns a log that grows, and shows its last checkpoint', async () => {
  const [log] = logs as [SignedLog];
  const steps = [
    [0, 0],
    [0, 3],
    [3, 300],
    [300, 300],
  ] as const;
  for (const [from, to] of steps) {
    const { status, body } = await submit(log, from, to);
    expect(status).toBe(200);
    const cosignatures = listCosignatures(body, log.text(to), [witness.key]);
    const note = `${log.sign(log.text(to))}${body}`;
    const opened = openCheckpoint(note, { logKeys: [log.key], witnessKeys: [witness.key] });

    expect(cosignatures.map(({ name }) => name)).toEqual([witness.key.name]);
    expect(opened.checkpoint.size).toBe(to);
    expect(opened.witnesses.map(({ key }) => key)).toEqual([witness.key]);
    expect(Math.abs((opened.witnesses[0]?.timestamp ?? 0) - Date.now() / 1000)).toBeLessThan(300);
    expect(() => listCosignatures(body, `${log.text(to)}x\n`, [witness.key])).toThrow(
      UnverifiedNoteError,
    );
  }
  const shown = await fetch(`${witness.url}/${hash('sha256', log.key.name)}/checkpoint`);
  const keys = { logKeys: [log.key], witnessKeys: [witness.key] };
  expect(openCheckpoint(await shown.text(), keys)).toMatchObject({ checkpoint: { size: 300 } });
  expect((await fetch(`${witness.url}/${hash('sha256', 'x')}/checkpoint`)).status).toBe(404);
});

test('a witness that has another checkpoint answers 409 with its size', async () => {
  const [, log] = logs as [SignedLog, SignedLog];
  const unknown = await submit(log, 3, 300);
  await submit(log, 0, 3);
  const behind = await submit(log, 0, 300);

  expect([unknown, behind].map(({ status }) => status)).toEqual([409, 409]);
  expect([unknown, behind].map(({ type }) => type)).toEqual(Array(2).fill('text/x.tlog.size'));
  expect([unknown, behind].map(({ body }) => parseTreeSize(body))).toEqual([0, 3]);
  expect((await submit(log, 3, 300)).status).toBe(200);
  expect(parseTreeSize((await submit(log, 3, 3)).body)).toBe(300);
});

test('a witness refuses every fork of a log', async () => {
  const [, , log] = logs as [SignedLog, SignedLog, SignedLog];
  const other = new SignedLog(log.key.name).grow(listEntries(0, 3, 'x')).grow(listEntries(3, 300));
  await submit(log, 0, 3);
  const forked = log.sign(other.text(300));
  const attempts = [
    { oldSize: 3, proof: other.prove(3, 300), checkpoint: forked },
    { oldSize: 3, proof: log.prove(3, 300), checkpoint: forked },
    { oldSize: 3, proof: [], checkpoint: forked },
    { oldSize: 3, proof: [], checkpoint: log.sign(other.text(3)) },
    { oldSize: 3, proof: log.prove(3, 300).slice(1), checkpoint: log.sign(log.text(300)) },
    { oldSize: 3, proof: log.prove(3, 300), checkpoint: log.sign(log.text(3)) },
  ];
  for (const attempt of attempts) expect(await post(attempt)).toMatchObject({ status: 422 });
  expect((await submit(log, 3, 300)).status).toBe(200);
  expect((await submit(log, 0, 3)).body).toBe('300\n');
});

test('a witness answers what the specification says to other requests', async () => {
  const [, , , log] = logs as [SignedLog, SignedLog, SignedLog, SignedLog];
  const stranger = new SignedLog('ledger.example/other').grow(listEntries(0, 3));
  const thief = new SignedLog(log.key.name).grow(listEntries(0, 3));
  const [first] = log.prove(3, 300);
  const wrongRoot = formatCheckpoint({ origin: log.key.name, size: 0, root: first as Hash });
  const tampered = log.sign(log.text(3)).replace('\n3\n', '\n4\n');
  const results = [
    await submit(stranger, 0, 3),
    await submit(thief, 0, 3),
    await post({ oldSize: 0, proof: [], checkpoint: tampered }),
    await post({ oldSize: 4, proof: [], checkpoint: log.sign(log.text(3)) }),
    await post({ oldSize: 0, proof: [first as Hash], checkpoint: log.sign(log.text(3)) }),
    await post({ oldSize: 0, proof: [], checkpoint: log.sign(wrongRoot) }),
    await post('nonsense'),
  ];

  expect(results.map(({ status }) => status)).toEqual([404, 403, 403, 400, 422, 422, 400]);
  expect((await submit(log, 0, 3)).status).toBe(200);
});

const NOTE = logs[0]?.sign(logs[0].text(3)) ?? '';

test.each([
  ['no empty line', 'old 0\n', 'line 1: no empty line'],
  ['no old size', `${EMPTY_ROOT.toString('base64')}\n\n${NOTE}`, 'line 1: '],
  ['a zero before the old size', `old 01\n\n${NOTE}`, 'line 1: "old 01"'],
  ['a line that is no hash', `old 1\nx\n\n${NOTE}`, 'line 2: "x"'],
  ['too many hashes', `old 1\n${'x\n'.repeat(64)}\n${NOTE}`, 'line 2: more than 63'],
  ['no checkpoint', `old 1\n\n\n\n`, 'is not a signature'],
])('a request with %s is refused', (_, text, fault) => {
  expect(() => parseAddedCheckpoint(text)).toThrow(fault);
});

test('a request is read back as it was written, and a size only in its one spelling', () => {
  const [log] = logs as [SignedLog];
  const request = { oldSize: 3, proof: log.prove(3, 300), checkpoint: NOTE };

  expect(parseAddedCheckpoint(formatAddedCheckpoint(request))).toEqual(request);
  expect(parseTreeSize('0\n')).toBe(0);
  for (const text of ['', '7', '07\n', '7\n\n', ' 7\n', '-1\n', '9007199254740992\n']) {
    expect(() => parseTreeSize(text)).toThrow('is not a size');
  }
});

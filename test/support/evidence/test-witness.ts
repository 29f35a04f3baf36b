// A witness for tests, by C2SP tlog-witness: it cosigns what its last checkpoint of a log grows to, and
// refuses every fork. It keeps its state in memory.
import { generateKeyPairSync, hash, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readBody } from 'node:stream/consumers';
import type { ParsedCheckpoint } from '../../../functions/domain/evidence/checkpoint.ts';
import { parseCheckpoint } from '../../../functions/domain/evidence/checkpoint.ts';
import {
  buildCosignedMessage,
  encodeCosignature,
} from '../../../functions/domain/evidence/cosignature.ts';
import { parseProofLines, PROOF_LENGTH_MAX } from '../../../functions/domain/evidence/log-proof.ts';
import { EMPTY_ROOT, verifyConsistency } from '../../../functions/domain/evidence/merkle-tree.ts';
import { openCheckpoint } from '../../../functions/domain/evidence/signed-checkpoint.ts';
import {
  formatSignatureLine,
  parseNote,
  UnverifiedNoteError,
} from '../../../functions/domain/evidence/signed-note.ts';
import {
  MalformedTextError,
  parseDecimal,
  quote,
  requireValue,
} from '../../../functions/domain/evidence/strict-text.ts';
import {
  buildVerifierKey,
  ED25519_COSIGNATURE,
  exportPublicKey,
} from '../../../functions/domain/evidence/verifier-key.ts';
import type { VerifierKey } from '../../../functions/domain/evidence/verifier-key.ts';
import { TREE_SIZE_TYPE } from '../../../functions/domain/evidence/witness-protocol.ts';
import type { AddedCheckpoint } from '../../../functions/domain/evidence/witness-protocol.ts';

interface WitnessAnswer {
  readonly status: number;
  readonly type?: string;
  readonly body: string;
}

interface WitnessedCheckpoint {
  readonly checkpoint: ParsedCheckpoint;
  /** With the signatures of the log, as submitted, and the cosignature. */
  readonly note: string;
}

export class TestWitness {
  readonly #key: VerifierKey;
  readonly #privateKey;
  readonly #logKeys: VerifierKey[] = [];
  readonly #last = new Map<string, WitnessedCheckpoint>();
  readonly #server: Server;

  private constructor(name: string) {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    this.#privateKey = privateKey;
    this.#key = buildVerifierKey(name, exportPublicKey(publicKey), ED25519_COSIGNATURE);
    this.#server = createServer((request, response) => {
      void this.#answer(request)
        .catch((error: unknown) => refuse(500, String(error)))
        .then(({ status, type = 'text/plain; charset=utf-8', body }) => {
          response.writeHead(status, { 'Content-Type': type }).end(body);
        });
    });
  }

  static async start(name = 'witness.example/w1'): Promise<TestWitness> {
    const witness = new TestWitness(name);
    witness.#server.listen(0, '127.0.0.1');
    await once(witness.#server, 'listening');
    return witness;
  }

  /** Trusts a log: its origin is the name of the key. */
  trust(logKey: VerifierKey): void {
    this.#logKeys.push(logKey);
  }

  get key(): VerifierKey {
    return this.#key;
  }

  /** The prefix for submissions and for reading. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  async #answer(request: IncomingMessage): Promise<WitnessAnswer> {
    const body = await readBody(request);
    const { method, url = '' } = request;
    if (method === 'GET') return this.#readLast(url);
    if (method !== 'POST' || url !== '/add-checkpoint') return refuse(404, 'no such path');
    try {
      return this.#add(parseAddedCheckpoint(body));
    } catch (error) {
      if (error instanceof MalformedTextError) return refuse(400, error.message);
      if (error instanceof UnverifiedNoteError) return refuse(403, error.message);
      throw error;
    }
  }

  // Nothing in here waits, so that no other request comes between the comparison and the change.
  #add({ oldSize, proof, checkpoint: note }: AddedCheckpoint): WitnessAnswer {
    const { text } = parseNote(note);
    const { origin } = parseCheckpoint(text);
    const logKeys = this.#logKeys.filter(({ name }) => name === origin);
    if (logKeys.length === 0) return refuse(404, `the log ${origin} is not known`);
    const { checkpoint } = openCheckpoint(note, { logKeys });
    const { size, root } = checkpoint;
    if (oldSize > size) return refuse(400, 'the old size is above the size');
    const last = this.#last.get(origin)?.checkpoint ?? { size: 0, root: EMPTY_ROOT };
    if (oldSize !== last.size) {
      return { status: 409, type: TREE_SIZE_TYPE, body: `${last.size}\n` };
    }
    if (
      !verifyConsistency({ from: last.size, to: size, fromRoot: last.root, toRoot: root, proof })
    ) {
      return refuse(422, 'the checkpoint is not consistent with the last one');
    }
    const line = this.#cosign(text);
    this.#last.set(origin, { checkpoint, note: `${note}${line}` });
    return { status: 200, body: line };
  }

  #cosign(text: string): string {
    const timestamp = Math.floor(Date.now() / 1000);
    const signature = sign(undefined, buildCosignedMessage(timestamp, text), this.#privateKey);
    const { name, keyId } = this.#key;
    return formatSignatureLine({
      name,
      keyId,
      signature: encodeCosignature({ timestamp, signature }),
    });
  }

  #readLast(url: string): WitnessAnswer {
    const found = [...this.#last].find(
      ([origin]) => url === `/${hash('sha256', origin)}/checkpoint`,
    );
    return found ? { status: 200, body: found[1].note } : refuse(404, 'no checkpoint');
  }
}

function refuse(status: number, reason: string): WitnessAnswer {
  return { status, body: `${reason}\n` };
}

/** Parses the body of a request without verifying it. Throws MalformedTextError. */
export function parseAddedCheckpoint(text: string): AddedCheckpoint {
  const split = text.indexOf('\n\n');
  if (split < 0) throw new MalformedTextError(1, 'no empty line before the checkpoint');
  const [first = '', ...lines] = text.slice(0, split).split('\n');
  const [, digits = ''] = /^old (.*)$/.exec(first) ?? [];
  const oldSize = requireValue(
    parseDecimal(digits),
    1,
    `${quote(first)} is not "old" and a number without leading zeros, up to 2^53 - 1`,
  );
  if (lines.length > PROOF_LENGTH_MAX) {
    throw new MalformedTextError(2, `more than ${PROOF_LENGTH_MAX} hashes`);
  }
  const proof = parseProofLines(lines, 2);
  const checkpoint = text.slice(split + 2);
  parseCheckpoint(parseNote(checkpoint).text);
  return { oldSize, proof, checkpoint };
}

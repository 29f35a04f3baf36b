import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { OWNER_ONLY, writeWhole } from '../files/write-whole.ts';

/** An Ed25519 key pair in a file that only its owner can read. */
export class KeyFile {
  readonly #path: string;
  #key: KeyObject | undefined;

  constructor(folder: string, id: string) {
    this.#path = join(folder, `${id}.pem`);
  }

  /** Creates the key; an existing one does not change. */
  create(): void {
    if (existsSync(this.#path)) return;
    const { privateKey } = generateKeyPairSync('ed25519');
    mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
    const text = privateKey.export({ format: 'pem', type: 'pkcs8' });
    writeWhole(this.#path, String(text), OWNER_ONLY);
  }

  /** The public key as its SubjectPublicKeyInfo. */
  exportPublicKey(): Buffer {
    return createPublicKey(this.#read()).export({ format: 'der', type: 'spki' });
  }

  sign(message: Buffer): Buffer {
    return sign(null, message, this.#read());
  }

  #read(): KeyObject {
    this.#key ??= createPrivateKey(readFileSync(this.#path));
    return this.#key;
  }
}

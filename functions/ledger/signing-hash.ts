// The hash with which the SDK signs requests. Its own makes a key object of the same two secrets for each
// request, which takes seven times as long as the signature itself.
import { createHash, createHmac, createSecretKey } from 'node:crypto';
import type { Hash, Hmac, KeyObject } from 'node:crypto';

type Bytes = Uint8Array<ArrayBuffer>;

/** As the SDK gives it: the secret of the credentials as text, a derived signing key as bytes. */
type Secret = string | ArrayBuffer | ArrayBufferView;

// The SDK keeps a signing key for its day, and with it goes the key object.
const derivedKeys = new WeakMap<object, KeyObject>();
let credentialKey: { readonly secret: string; readonly key: KeyObject } | undefined;

function findKey(secret: Secret): KeyObject {
  if (typeof secret === 'string') {
    if (credentialKey?.secret !== secret) {
      credentialKey = { secret, key: createSecretKey(secret, 'utf8') };
    }
    return credentialKey.key;
  }
  const known = derivedKeys.get(secret);
  if (known) return known;
  const key = createSecretKey(toBytes(secret));
  derivedKeys.set(secret, key);
  return key;
}

/** SHA-256, or HMAC-SHA-256 with a secret, in the form of the SDK's option `sha256`. */
export class SigningHash {
  readonly #key: KeyObject | undefined;
  #hash: Hash | Hmac;

  constructor(secret?: Secret) {
    this.#key = secret === undefined ? undefined : findKey(secret);
    this.#hash = this.#start();
  }

  update(chunk: Secret, encoding?: 'utf8' | 'ascii' | 'latin1'): void {
    if (typeof chunk === 'string') this.#hash.update(chunk, encoding ?? 'utf8');
    else this.#hash.update(toBytes(chunk));
  }

  async digest(): Promise<Bytes> {
    const { buffer, byteOffset, byteLength } = this.#hash.digest();
    return new Uint8Array(buffer, byteOffset, byteLength);
  }

  reset(): void {
    this.#hash = this.#start();
  }

  #start(): Hash | Hmac {
    return this.#key ? createHmac('sha256', this.#key) : createHash('sha256');
  }
}

function toBytes(data: ArrayBuffer | ArrayBufferView): Uint8Array {
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);
}

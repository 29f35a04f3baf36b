// Names and public keys of signers, as C2SP signed-note writes them: name+key id+base64 of type and key.
import { createPublicKey, hash, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { parseBase64, quote } from './strict-text.ts';

/** The assigned numbers of signature types: of a log's note, and of a witness's cosignature. */
export const ED25519_NOTE = 0x01;
export const ED25519_COSIGNATURE = 0x04;

export type SignatureType = typeof ED25519_NOTE | typeof ED25519_COSIGNATURE;

const PUBLIC_KEY_BYTES = 32;

export interface VerifierKey {
  readonly name: string;
  /** Eight hexadecimal digits; finds the key of a signature, and proves nothing. */
  readonly keyId: string;
  readonly type: SignatureType;
  /** The 32 bytes of an Ed25519 public key. */
  readonly publicKey: Buffer;
}

/** Whether the text can name a key: it has no white space, control character or plus sign. */
export function isKeyName(name: string): boolean {
  return /^[^\p{White_Space}\p{Cc}+]+$/u.test(name) && name.isWellFormed();
}

/** Computes the key id: the first four bytes of a SHA-256 over name, type and key, hexadecimal. */
export function computeKeyId(
  name: string,
  publicKey: Uint8Array,
  type: SignatureType = ED25519_NOTE,
): string {
  const content = Buffer.concat([Buffer.from(`${name}\n`), Uint8Array.of(type), publicKey]);
  return hash('sha256', content, 'hex').slice(0, 8);
}

/** Names a public key. */
export function buildVerifierKey(
  name: string,
  publicKey: Buffer,
  type: SignatureType = ED25519_NOTE,
): VerifierKey {
  if (!isKeyName(name)) throw new RangeError(`${quote(name)} is not the name of a key.`);
  if (publicKey.byteLength !== PUBLIC_KEY_BYTES) {
    throw new RangeError(`An Ed25519 public key has ${PUBLIC_KEY_BYTES} bytes.`);
  }
  return { name, keyId: computeKeyId(name, publicKey, type), type, publicKey };
}

export function formatVerifierKey({ name, keyId, type, publicKey }: VerifierKey): string {
  const material = Buffer.concat([Uint8Array.of(type), publicKey]);
  return `${name}+${keyId}+${material.toString('base64')}`;
}

/** Parses a verifier key. Throws RangeError with what is wrong. */
export function parseVerifierKey(text: string): VerifierKey {
  const [, name = '', keyId = '', base64 = ''] = /^([^+]*)\+([^+]*)\+(.*)$/s.exec(text) ?? [];
  const fault = (sentence: string) =>
    new RangeError(`${quote(text)} is not a verifier key: ${sentence}.`);
  if (!isKeyName(name)) throw fault('it does not start with a name and a plus sign');
  if (!/^[0-9a-f]{8}$/.test(keyId)) throw fault('its key id is not eight hexadecimal digits');
  const material = parseBase64(base64);
  if (!material || material.byteLength === 0) throw fault('its third part is not base64');
  const type = material[0];
  if (type !== ED25519_NOTE && type !== ED25519_COSIGNATURE) {
    throw fault(`signatures of type ${type} are not known`);
  }
  const publicKey = material.subarray(1);
  if (publicKey.byteLength !== PUBLIC_KEY_BYTES) {
    throw fault(`an Ed25519 public key has ${PUBLIC_KEY_BYTES} bytes`);
  }
  if (computeKeyId(name, publicKey, type) !== keyId) {
    throw fault('its key id is not that of the name and the key');
  }
  return { name, keyId, type, publicKey };
}

/** Returns the 32 bytes of an Ed25519 key. */
export function exportPublicKey(key: KeyObject): Buffer {
  const { crv, x } = key.export({ format: 'jwk' });
  if (crv !== 'Ed25519' || x === undefined) throw new RangeError('The key is not an Ed25519 key.');
  return Buffer.from(x, 'base64url');
}

/** Whether the signature of these bytes was made with the private half of the key. */
export function isSignedBy(publicKey: Buffer, content: Uint8Array, signature: Uint8Array): boolean {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: publicKey.toString('base64url') };
  return verify(undefined, content, createPublicKey({ key: jwk, format: 'jwk' }), signature);
}

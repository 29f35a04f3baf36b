// The public keys by which services sign in (`private_key_jwt` of OpenID Connect Core).
import { createHash, createPublicKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { PublicJwk } from '../clients.ts';
import { ChangeRefusal } from './identity-change.ts';

const RSA_BITS_MIN = 2048;

/** Reads a public key in PEM. Refuses a private key, and a kind of key that is not accepted here. */
export function parsePublicKey(pem: string): PublicJwk {
  if (pem.includes('PRIVATE KEY')) {
    throw new ChangeRefusal(
      'This is a private key. Keep it with the service; give its public key.',
    );
  }
  const key = readKey(pem);
  if (!isAcceptable(key)) {
    throw new ChangeRefusal('A key is EC P-256, Ed25519 or RSA of 2048 bits or more.');
  }
  const { kty = '', crv, x, y, n, e } = key.export({ format: 'jwk' });
  // RFC 7638: the required members alone, in this order.
  const members = { crv, e, kty, n, x, y };
  const kid = createHash('sha256').update(JSON.stringify(members)).digest('base64url');
  return JSON.parse(JSON.stringify({ ...members, kty, kid })) as PublicJwk;
}

function readKey(pem: string): KeyObject {
  try {
    return createPublicKey(pem);
  } catch {
    throw new ChangeRefusal('The file has no public key in PEM.');
  }
}

function isAcceptable({
  asymmetricKeyType: type,
  asymmetricKeyDetails: details,
}: KeyObject): boolean {
  if (type === 'ec') return details?.namedCurve === 'prime256v1';
  if (type === 'rsa') return (details?.modulusLength ?? 0) >= RSA_BITS_MIN;
  return type === 'ed25519';
}

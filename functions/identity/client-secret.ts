// A client secret has 256 random bits, so that one SHA-256 is as safe as a slow hash and costs almost
// nothing for a client that signs in every five minutes.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const SECRET_BYTES = 32;
const SECRET_ID_CHARACTERS = 8;

export interface SecretHash {
  readonly hash: string;
  /** Seconds since 1970; unknown for older secrets. */
  readonly createdAt?: number;
  /** Seconds since 1970; a rotated secret stays valid until its users have the new one. */
  readonly expiresAt?: number;
}

export function generateClientSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

function hashClientSecret(secret: string): string {
  return `sha256$${createHash('sha256').update(secret).digest('base64url')}`;
}

/** The stored form of a new secret. */
export function toSecretHash(secret: string): SecretHash {
  return { hash: hashClientSecret(secret), createdAt: Math.floor(Date.now() / 1000) };
}

/** Names a secret without revealing anything of use: it has 256 random bits, and this shows 48. */
export function toSecretId({ hash }: SecretHash): string {
  return hash.slice(hash.indexOf('$') + 1).slice(0, SECRET_ID_CHARACTERS);
}

/**
 * Finds the secret of the client that this is, if it has not expired. Compares with all of them; the time
 * does not depend on which matches.
 */
export function findClientSecret(
  secret: string,
  hashes: readonly SecretHash[],
): SecretHash | undefined {
  const actual = Buffer.from(hashClientSecret(secret));
  const now = Math.floor(Date.now() / 1000);
  const fits = hashes.map(({ hash, expiresAt = Infinity }) => {
    const expected = Buffer.from(hash);
    return (
      actual.length === expected.length && timingSafeEqual(actual, expected) && now < expiresAt
    );
  });
  return hashes[fits.indexOf(true)];
}

// A client secret has 256 random bits, so that one SHA-256 is as safe as a slow hash and costs almost
// nothing for a client that signs in every five minutes.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const SECRET_BYTES = 32;

export interface SecretHash {
  readonly hash: string;
  /** Seconds since 1970; a rotated secret stays valid until its users have the new one. */
  readonly expiresAt?: number;
}

export function generateClientSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

export function hashClientSecret(secret: string): string {
  return `sha256$${createHash('sha256').update(secret).digest('base64url')}`;
}

/**
 * Compares with every secret of the client that has not expired; the time does not depend on which
 * matches.
 */
export function isClientSecretValid(secret: string, hashes: readonly SecretHash[]): boolean {
  const actual = Buffer.from(hashClientSecret(secret));
  const now = Math.floor(Date.now() / 1000);
  const fits = hashes.map(({ hash, expiresAt = Infinity }) => {
    const expected = Buffer.from(hash);
    return (
      actual.length === expected.length && timingSafeEqual(actual, expected) && now < expiresAt
    );
  });
  return fits.includes(true);
}

// Client secrets are 256 random bits, so one SHA-256 is as good as a slow hash and costs a machine
// that signs in every five minutes nothing.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const SECRET_BYTES = 32;

export interface SecretHash {
  readonly hash: string;
  /** Seconds since 1970; a rotated secret works on until its users have the new one. */
  readonly expiresAt?: number;
}

export function generateClientSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

export function hashClientSecret(secret: string): string {
  return `sha256$${createHash('sha256').update(secret).digest('base64url')}`;
}

/** Compares with every secret of the client that has not expired, whichever fits first. */
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

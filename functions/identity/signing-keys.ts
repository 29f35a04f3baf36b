// The secret of the identity service: the keys that sign tokens and the keys that sign cookies.
import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';

export interface SigningKey {
  readonly kid: string;
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly alg: 'ES256';
  readonly use: 'sig';
  readonly x: string;
  readonly y: string;
  readonly d: string;
}

export interface SigningKeySecret {
  /** Milliseconds since 1970. */
  readonly rotatedAt: number;
  /** The key that signs. */
  readonly current: SigningKey;
  /** Published before it signs, so that every verifier knows it in time. */
  readonly next: SigningKey;
  /** Published after it signed, until the last token it signed has expired. */
  readonly previous?: SigningKey;
  /** Newest first: the first signs cookies, all verify them. */
  readonly cookieKeys: readonly string[];
}

const COOKIE_KEY_BYTES = 32;

/** Generates the first secret of a new deployment. */
export function generateFirstKeys(now: number): SigningKeySecret {
  return {
    rotatedAt: now,
    current: generateKey(),
    next: generateKey(),
    cookieKeys: [generateCookieKey()],
  };
}

/** Rotates: publishes a fresh key, signs with the published key, retires the signing key. */
export function rotateKeys(keys: SigningKeySecret, now: number): SigningKeySecret {
  return {
    rotatedAt: now,
    current: keys.next,
    next: generateKey(),
    previous: keys.current,
    cookieKeys: [generateCookieKey(), ...keys.cookieKeys.slice(0, 1)],
  };
}

/** The keys whose tokens are accepted, the one that signs first. */
export function listSigningKeys({ current, next, previous }: SigningKeySecret): SigningKey[] {
  return [current, next, previous].filter((key) => key !== undefined);
}

function generateKey(): SigningKey {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '', d = '' } = privateKey.export({ format: 'jwk' });
  return { kid: randomUUID(), kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig', x, y, d };
}

function generateCookieKey(): string {
  return randomBytes(COOKIE_KEY_BYTES).toString('base64url');
}

/** Parses the keys in a secret; returns undefined for the placeholder of a new deployment. */
export function parseKeys(text: string): SigningKeySecret | undefined {
  const value: Partial<SigningKeySecret> = JSON.parse(text);
  if (value.current === undefined) return undefined;
  const { rotatedAt, current, next, previous, cookieKeys } = value;
  const all = [current, next, previous].filter((key) => key !== undefined);
  const whole = all.every(({ kid, kty, x, y, d }) => kty === 'EC' && kid && x && y && d);
  if (!whole || next === undefined || !cookieKeys?.length || rotatedAt === undefined) {
    throw new Error('The secret of the identity service is not a key set');
  }
  return { rotatedAt, current, next, previous, cookieKeys };
}

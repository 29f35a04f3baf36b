// Passwords are stored as scrypt hashes in PHC form. Each hash names its parameters, so that the cost
// can be raised without locking any operator out.
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import type { ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';

/** The minimum for new passwords (NIST SP 800-63B requires length alone). */
export const PASSWORD_LENGTH_MIN = 12;

/** Longer passwords are refused before they are hashed. */
export const PASSWORD_LENGTH_MAX = 256;

/** The parameters of scrypt; its memory is 128 · 2^log2N · r bytes. */
interface HashCost {
  readonly log2N: number;
  readonly r: number;
  readonly p: number;
}

const COST: HashCost = { log2N: 15, r: 8, p: 3 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const HASH_FORMAT = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([A-Za-z0-9_-]+)\$([A-Za-z0-9_-]+)$/;

const deriveKey = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** Computes the stored hash of a password, which names its cost. */
export async function hashPassword(password: string, cost = COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await deriveHash(password, salt, cost);
  const { log2N, r, p } = cost;
  const parts = [salt, hash].map((part) => part.toString('base64url'));
  return `$scrypt$ln=${log2N},r=${r},p=${p}$${parts.join('$')}`;
}

// Replaces the hash of an unknown user; no password matches it.
const UNKNOWN_OPERATOR_HASH = `$scrypt$ln=${COST.log2N},r=${COST.r},p=${COST.p}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Takes as long for a user without hash as for a user with one, so that timing reveals nothing. */
export async function isPasswordValid(
  password: string,
  stored: string = UNKNOWN_OPERATOR_HASH,
): Promise<boolean> {
  const [, log2N, r, p, salt = '', hash = ''] = HASH_FORMAT.exec(stored) ?? [];
  if (hash === '') throw new Error('Password hash of an unknown format');
  const cost = { log2N: Number(log2N), r: Number(r), p: Number(p) };
  const expected = Buffer.from(hash, 'base64url');
  const actual = await deriveHash(password, Buffer.from(salt, 'base64url'), cost);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

// NFKC: two keyboards may produce different code points for the same word.
function deriveHash(password: string, salt: Buffer, { log2N, r, p }: HashCost): Promise<Buffer> {
  const N = 2 ** log2N;
  return deriveKey(password.normalize('NFKC'), salt, HASH_BYTES, { N, r, p, maxmem: 256 * N * r });
}

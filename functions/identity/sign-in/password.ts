// Passwords are kept as scrypt hashes in PHC form, so that each says how it was made and the cost
// can be raised without locking anybody out.
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import type { ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';

/** Shorter ones are refused when a password is set (NIST SP 800-63B asks for length alone). */
export const PASSWORD_LENGTH_MIN = 12;

/** Longer ones are refused before they cost anything. */
export const PASSWORD_LENGTH_MAX = 256;

/** Of scrypt; its memory is 128 · 2^log2N · r bytes. */
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

/** Makes what is stored of a password, which names its cost. */
export async function hashPassword(password: string, cost = COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await deriveHash(password, salt, cost);
  const { log2N, r, p } = cost;
  const parts = [salt, hash].map((part) => part.toString('base64url'));
  return `$scrypt$ln=${log2N},r=${r},p=${p}$${parts.join('$')}`;
}

// Stands in for the hash of a user who does not exist; no password fits it.
const UNKNOWN_OPERATOR_HASH = `$scrypt$ln=${COST.log2N},r=${COST.r},p=${COST.p}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Takes as long for a user without hash as for one with, so that time tells nothing. */
export async function isPasswordValid(
  password: string,
  stored: string = UNKNOWN_OPERATOR_HASH,
): Promise<boolean> {
  const [, log2N, r, p, salt = '', hash = ''] = HASH_FORMAT.exec(stored) ?? [];
  if (hash === '') throw new Error('Password hash of an unknown form');
  const cost = { log2N: Number(log2N), r: Number(r), p: Number(p) };
  const expected = Buffer.from(hash, 'base64url');
  const actual = await deriveHash(password, Buffer.from(salt, 'base64url'), cost);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

// NFKC: the same word typed on two keyboards may be two different sequences of code points.
function deriveHash(password: string, salt: Buffer, { log2N, r, p }: HashCost): Promise<Buffer> {
  const N = 2 ** log2N;
  return deriveKey(password.normalize('NFKC'), salt, HASH_BYTES, { N, r, p, maxmem: 256 * N * r });
}

// Ports for a program that listens on them some time later.
import { randomInt } from 'node:crypto';
import { isFree } from '../../local/http/free-port.ts';

// All other tests listen on ports above these, so none of them takes one between its choice and its use.
const FIRST_PORT = 11_000;
const PORT_COUNT = 3_000;

/** A port that is free, as are those at the distances from it. */
export async function findFreeBase(distances: readonly number[] = []): Promise<number> {
  for (let tries = 0; tries < PORT_COUNT; tries += 1) {
    const base = FIRST_PORT + randomInt(PORT_COUNT);
    const free = await Promise.all([0, ...distances].map((distance) => isFree(base + distance)));
    if (free.every(Boolean)) return base;
  }
  throw new Error(`No port from ${FIRST_PORT} on is free with those at ${distances.join(', ')}.`);
}

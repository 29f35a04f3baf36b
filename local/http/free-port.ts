import { createServer } from 'node:net';
import { close, listenOnLoopback } from './loopback.ts';

// Below the ports that systems give to outgoing connections, which would take one between its choice
// and its use.
const FIRST = 15_000;
const COUNT = 17_000;
/** Processes that choose at the same time begin that far apart. */
const STRIDE = 37;

let chosen = 0;

/** A port that nobody listens at, and that no other process of ours chooses in this moment. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < COUNT; tries += 1) {
    const port = FIRST + ((process.pid * STRIDE + chosen) % COUNT);
    chosen += 1;
    if (await isFree(port)) return port;
  }
  throw new Error(`No port from ${FIRST} to ${FIRST + COUNT - 1} is free.`);
}

async function isFree(port: number): Promise<boolean> {
  try {
    await Promise.all((await listenOnLoopback(createServer, port)).map(close));
    return true;
  } catch {
    return false;
  }
}

// Follows a file that other processes append to, even if it does not exist yet or is truncated.
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_INTERVAL_MS = 100;
const CHUNK_BYTES = 64 * 1024;

/** Yields the lines that are appended from now on, or all of them, until the signal aborts. */
export async function* followLines(
  file: string,
  { fromBeginning, signal }: { fromBeginning: boolean; signal?: AbortSignal },
): AsyncGenerator<string> {
  let at = fromBeginning ? 0 : readFileSize(file);
  let rest = Buffer.alloc(0);
  for (;;) {
    if (signal?.aborted) return;
    if (readFileSize(file) < at) {
      at = 0;
      rest = Buffer.alloc(0);
    }
    const chunk = readAt(file, at);
    at += chunk.length;
    rest = Buffer.concat([rest, chunk]);
    for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
      yield rest.subarray(0, end).toString('utf8');
      rest = rest.subarray(end + 1);
    }
    if (chunk.length === 0)
      await sleep(POLL_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
  }
}

function readFileSize(file: string): number {
  return existsSync(file) ? statSync(file).size : 0;
}

function readAt(file: string, at: number): Buffer {
  if (readFileSize(file) <= at) return Buffer.alloc(0);
  const buffer = Buffer.alloc(CHUNK_BYTES);
  const descriptor = openSync(file, 'r');
  try {
    return buffer.subarray(0, readSync(descriptor, buffer, 0, CHUNK_BYTES, at));
  } finally {
    closeSync(descriptor);
  }
}

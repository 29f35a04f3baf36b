// Writes files atomically and durably: after a power failure, a file has its old content or its new one.
import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readErrorCode } from '../../http/error-code.ts';

/** Writes the text to a temporary file in `incoming`, syncs it and renames it to `file`. */
export async function writeDurably(file: string, text: string, incoming: string): Promise<void> {
  const beside = join(incoming, randomUUID());
  const handle = await open(beside, 'wx');
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await moveDurably(beside, file);
}

/** The content must already be synced. */
export async function moveDurably(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await rename(from, to);
  const folder = await open(dirname(to), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Returns undefined if the file does not exist. */
export async function readJsonFile<T>(file: string): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as T;
  } catch (error) {
    if (readErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

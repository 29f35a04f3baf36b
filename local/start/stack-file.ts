// Publishes the addresses of the running stack to other programs: `.local/stack.json`.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from './replace-file.ts';

/** Writes the file and returns the function that removes it when the stack stops. */
export function writeStackFile(folder: string, stack: Record<string, unknown>): () => void {
  const file = join(folder, 'stack.json');
  // It contains the demo credentials.
  replaceFile(file, `${JSON.stringify(stack, undefined, 2)}\n`);
  return () => rmSync(file, { force: true });
}

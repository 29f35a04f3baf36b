// Publishes the addresses of the running stack to other programs: `.local/stack.json`.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes the file and returns the function that removes it when the stack stops. */
export function writeStackFile(folder: string, stack: Record<string, unknown>): () => void {
  const file = join(folder, 'stack.json');
  // It may name demo credentials.
  writeFileSync(file, `${JSON.stringify(stack, undefined, 2)}\n`, { mode: 0o600 });
  return () => rmSync(file, { force: true });
}

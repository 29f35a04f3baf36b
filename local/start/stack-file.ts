// Tells other programs where the running stack is: `.local/stack.json`.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns what removes the file again: a stack that does not run has no address. */
export function writeStackFile(folder: string, stack: Record<string, unknown>): () => void {
  const file = join(folder, 'stack.json');
  // It may name demo credentials.
  writeFileSync(file, `${JSON.stringify(stack, undefined, 2)}\n`, { mode: 0o600 });
  return () => rmSync(file, { force: true });
}

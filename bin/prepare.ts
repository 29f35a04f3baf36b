// npm ci: synthesizes what `npm start` runs and keeps it, so that its first start is as fast as all others.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assemble, LOCAL_CONTEXT } from '../local/cloudformation/assemble.ts';

const output = mkdtempSync(join(tmpdir(), 'countinghouse-'));
try {
  await assemble({ output, context: LOCAL_CONTEXT });
} finally {
  rmSync(output, { recursive: true });
}

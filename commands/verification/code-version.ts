// Which code verifies: a run that was stopped is continued by the same checks only.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

const FUNCTIONS = fileURLToPath(new URL('../../functions', import.meta.url));

/** The digest of all sources in the folder, by default of everything that the checks can use. */
export function digestSources(folder: string = FUNCTIONS): string {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const digest = createHash('sha256');
  for (const name of names.filter((one) => one.endsWith('.ts')).toSorted()) {
    digest.update(JSON.stringify([name, readFileSync(join(folder, name), 'utf8')]));
  }
  return digest.digest('hex');
}

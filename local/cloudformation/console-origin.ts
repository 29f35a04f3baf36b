// Where one machine serves the console. The template names the origin, for the APIs and the buckets answer pages of
// no other one; a start at another port puts its own in that place, so that no port needs a synthesis of its own.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const PREFERRED_CONSOLE_PORT = 4020;

/** The origin that the template is synthesized with. */
export const SYNTHESIZED_CONSOLE_ORIGIN = buildConsoleOrigin(PREFERRED_CONSOLE_PORT);

export function buildConsoleOrigin(port: number): string {
  return `http://localhost:${port}`;
}

/** Replaces the origin in the documents of an assembly, which are its files but for the bundles of functions. */
export function placeConsoleOrigin(assembly: string, origin: string): void {
  if (origin === SYNTHESIZED_CONSOLE_ORIGIN) return;
  // No other origin starts so: its port has as many digits.
  const synthesized = new RegExp(`${SYNTHESIZED_CONSOLE_ORIGIN}(?!\\d)`, 'g');
  for (const name of globSync('*.json', { cwd: assembly })) {
    const file = join(assembly, name);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(synthesized, origin));
  }
}

// Chromium on this machine, which no package of the project installs.
import { existsSync } from 'node:fs';

/** The path of Chromium: the given one, or where distributions install it. Undefined if there is none. */
export function findBrowser(given: string | undefined): string | undefined {
  return [given, '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
    (path) => path !== undefined && existsSync(path),
  );
}

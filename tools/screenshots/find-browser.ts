// Chromium on this machine, which no package of the project installs.
import { existsSync } from 'node:fs';

/** The path of Chromium: that of the variable CHROMIUM, or where distributions install it. Undefined if there is none. */
export function findBrowser(): string | undefined {
  return [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
    (path) => path !== undefined && existsSync(path),
  );
}

// Chromium on this machine, which no package of the project installs.
import { existsSync } from 'node:fs';

/** The shell first: it is the same engine without the windows, and takes half the processor time. */
const PATHS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
] as const;

/** The path of Chromium: the given one, or where distributions install it. Undefined if there is none. */
export function findBrowser(given: string | undefined): string | undefined {
  return [given, ...PATHS].find((path) => path !== undefined && existsSync(path));
}

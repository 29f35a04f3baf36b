// Packs the client package and installs the tarball as a user does, but without a registry.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildPackage } from '../../../tools/package/build-package.ts';

const CLIENT = join(import.meta.dirname, '../../../client');

/** Installs the package into an empty folder; it is built beside, not in the repository. */
export async function installClient(folder: string): Promise<void> {
  const source = join(folder, 'source');
  await buildPackage(join(source, 'dist'));
  for (const file of ['package.json', 'README.md']) {
    copyFileSync(join(CLIENT, file), join(source, file));
  }
  const installation = join(folder, 'installation');
  mkdirSync(installation);
  const npm = (cwd: string, ...words: string[]) =>
    execFileSync('npm', [...words, '--loglevel', 'error'], { cwd, encoding: 'utf8' });
  const tarball = npm(source, 'pack', '--ignore-scripts').trim();
  writeFileSync(join(installation, 'package.json'), '{ "type": "module" }');
  const quiet = ['--no-audit', '--no-fund', '--offline', '--cache', join(folder, 'cache')];
  npm(installation, 'install', join(source, tarball), ...quiet);
}

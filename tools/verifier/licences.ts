// The licences of the packages in a bundle, which demand to be passed on with the code.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** The licence texts of the packages that the inputs of a bundle are from. */
export function formatLicences(inputs: readonly string[]): string {
  const folders = inputs.flatMap((input) => /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input) ?? []);
  const licences = [...new Set(folders)]
    .toSorted()
    .map((folder) => readLicence(join(ROOT, folder)));
  return `This file contains code of these packages.\n\n${licences.join('\n\n')}\n`;
}

function readLicence(folder: string): string {
  const manifest = readFileSync(join(folder, 'package.json'), 'utf8');
  const { name, version, license, author } = JSON.parse(manifest);
  const [file] = globSync('LICEN[CS]E*', { cwd: folder });
  const text =
    file === undefined
      ? [license, author?.name ?? author].filter(Boolean).join(', ')
      : readFileSync(join(folder, file), 'utf8').trim();
  return `${name} ${version}\n\n${text}`;
}

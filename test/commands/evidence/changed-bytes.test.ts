// One changed byte, in any file that an auditor holds, and the evidence is not proved.
import { globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { toExitCode } from '../../../commands/evidence/report.ts';
import { ORIGIN, checkFolder, writeAuditorFolder } from '../../support/evidence/auditor-folder.ts';
import type { AuditorFolder } from '../../support/evidence/auditor-folder.ts';
import { startSigner } from '../../support/evidence/log-signer.ts';
import { fc } from '../../support/nouns/properties.ts';

let folder: AuditorFolder;
let files: string[];
beforeAll(() => {
  folder = writeAuditorFolder(startSigner(ORIGIN), {
    sizes: [2, 3, 5],
    keptSize: 2,
    proof: { leaf: 1, size: 3 },
    from: '2027-01-20',
    to: '2027-01-20',
  });
  files = globSync('**', { cwd: folder.path })
    .map((name) => join(folder.path, name))
    .filter((file) => statSync(file).isFile())
    .sort();
});
afterAll(() => rmSync(folder.path, { recursive: true }));

test('without a change, all of it is proved', async () => {
  expect(toExitCode(await checkFolder(folder))).toBe(0);
  // Tiles and bundles of three sizes, four checkpoints, one kept, the proof, the export with manifest and signature.
  expect(files).toHaveLength(15);
});

const changes = fc.record({
  file: fc.nat(),
  offset: fc.nat(),
  bit: fc.integer({ min: 0, max: 7 }),
});

test('with one bit changed, it is not', async () => {
  const property = fc.asyncProperty(changes, async ({ file, offset, bit }) => {
    const name = files[file % files.length] ?? '';
    const bytes = readFileSync(name);
    const at = offset % bytes.byteLength;
    writeFileSync(name, bytes.with(at, (bytes[at] ?? 0) ^ (1 << bit)));
    const code = toExitCode(await checkFolder(folder));
    writeFileSync(name, bytes);
    expect(code).toBe(1);
  });
  await fc.assert(property, { numRuns: 100 });
});

test('with one file shortened by a byte, it is not', async () => {
  for (const name of files) {
    const bytes = readFileSync(name);
    writeFileSync(name, bytes.subarray(0, -1));
    const code = toExitCode(await checkFolder(folder));
    writeFileSync(name, bytes);

    expect({ name, code }).toEqual({ name, code: 1 });
  }
});

// Files that are no files, that never end, or that are too large to be held: the check names them and continues.
import { readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { toExitCode } from '../../../commands/evidence/report.ts';
import {
  checkFolder,
  copyAuditorFolder,
  listSentences,
  writeAuditorFolder,
} from '../../support/evidence/auditor-folder.ts';
import type { AuditorFolder } from '../../support/evidence/auditor-folder.ts';
import { forgeExport } from '../../support/evidence/export-writer.ts';

let sound: AuditorFolder;
beforeAll(() => {
  sound = writeAuditorFolder();
});
afterAll(() => rmSync(sound.path, { recursive: true }));

type HostilePlant = (folder: AuditorFolder) => void;

async function check(plant: HostilePlant) {
  const folder = copyAuditorFolder(sound);
  try {
    plant(folder);
    const verdict = await checkFolder(folder);
    const sentences = ['DIFFERS', 'UNPROVED'] as const;
    const [differing = [], unproved = []] = sentences.map((result) =>
      listSentences(verdict, result, folder),
    );
    return { code: toExitCode(verdict), differing, unproved, json: JSON.stringify(verdict) };
  } finally {
    rmSync(folder.path, { recursive: true });
  }
}

/** Sparse: more than a process can hold, and nothing on the disk. */
const BYTES = 3 * 1024 ** 3;

function enlarge(name: string): HostilePlant {
  return ({ path }) => truncateSync(join(path, name), BYTES);
}

function link(name: string, target = '/dev/null'): HostilePlant {
  return ({ path }) => {
    rmSync(join(path, name), { force: true });
    symlinkSync(target, join(path, name));
  };
}

const inLog: [string, HostilePlant, string][] = [
  ['a tile that is a device', link('log/tile/0/000'), 'The log lacks tile/0/000.'],
  [
    'a tile that is larger than any',
    enlarge('log/tile/0/000'),
    'tile/0/000 has more than 8192 bytes, not 8192.',
  ],
  [
    'a bundle of entries that is larger than any',
    enlarge('log/tile/entries/000'),
    'tile/entries/000 cannot be read: A bundle has 1 to 256 entries, not 257 or more.',
  ],
  [
    'a checkpoint that is larger than any',
    enlarge('log/checkpoint'),
    'log/checkpoint is not a checkpoint: line 6: a control character.',
  ],
  [
    'checkpoints that are a circle of links',
    ({ path }) => {
      rmSync(join(path, 'log/checkpoints'), { recursive: true });
      rmSync(join(path, 'log/checkpoint'));
      symlinkSync('checkpoint', join(path, 'log/checkpoint'));
    },
    'The log lacks its checkpoint.',
  ],
];

test.each(inLog)('names %s', async (_, plant, expected) => {
  const { code, differing } = await check(plant);

  expect({ code, differing }).toEqual({ code: 1, differing: expect.arrayContaining([expected]) });
});

const FILE = 'regulatory-export_BANKING-ACT-24_2027-02-01_2027-02-13.csv';
const TOO_LARGE = `has ${BYTES} bytes, more than such a file can have.`;

const given: [string, HostilePlant, string][] = [
  ['a kept checkpoint', link('kept-in-january'), 'kept-in-january is not a file.'],
  ['a proof', link('receipt.tlog-proof'), 'receipt.tlog-proof is not a file.'],
  ['an export', link(FILE), `${FILE} is not a file.`],
  ['a manifest', link(`${FILE}.manifest.json`), `${FILE}.manifest.json is not a file.`],
];

test.each(given)('does not read %s that is a device', async (_, plant, expected) => {
  const { code, unproved } = await check(plant);

  expect({ code, unproved }).toEqual({ code: 2, unproved: expect.arrayContaining([expected]) });
});

const GIVEN_NAMES = [
  'kept-in-january',
  'receipt.tlog-proof',
  `${FILE}.manifest.json`,
  `${FILE}.manifest.json.sig`,
];

test.each(GIVEN_NAMES)('does not read %s that is larger than any', async (name) => {
  const { code, unproved } = await check(enlarge(name));

  expect({ code, unproved }).toEqual({
    code: 2,
    unproved: expect.arrayContaining([`${name} ${TOO_LARGE}`]),
  });
});

/** What JSON can have in place of a manifest, or of one of its members. */
const damaged: [string, (manifest: Record<string, unknown>) => unknown, string][] = [
  ['nothing', () => null, 'it is not a JSON object'],
  ['a list', () => [], 'it is not a JSON object'],
  ['no period', ({ period: _, ...others }) => others, 'its period is missing or damaged'],
  ['no file', (manifest) => ({ ...manifest, artifact: {} }), 'its artifact is missing or damaged'],
  ['no parts', (manifest) => ({ ...manifest, parts: [null] }), 'its parts is missing or damaged'],
  [
    'no totals',
    (manifest) => ({ ...manifest, control_totals: { postings: null } }),
    'its control_totals is missing or damaged',
  ],
];

test.each(damaged)('is a sentence for a manifest with %s', async (_, change, fault) => {
  const { code, unproved } = await check(({ exported }) => {
    const file = `${exported}.manifest.json`;
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    writeFileSync(file, JSON.stringify(change(manifest)));
    rmSync(`${file}.sig`);
  });

  const sentence = `${FILE}.manifest.json is not a manifest: ${fault}.`;
  expect({ code, unproved }).toEqual({ code: 2, unproved: expect.arrayContaining([sentence]) });
});

test('reads no row that is larger than any', async () => {
  const { code, differing } = await check(({ exported }) => truncateSync(exported, 64 * 1024 ** 2));

  expect(code).toBe(1);
  expect(differing.join('\n')).toMatch(/: the rows cannot be read: Max Record Size: .* 1048576/);
});

test('says no more of a huge cell than anyone reads', async () => {
  const { code, differing, json } = await check(({ exported }) =>
    forgeExport(exported, (text) => text.replaceAll(/^jrn_/gm, 'jrn_'.repeat(5_000))),
  );

  expect(code).toBe(1);
  expect(differing.length).toBeGreaterThan(50);
  expect(Math.max(...differing.map(({ length }) => length))).toBeLessThan(2_100);
  expect(json.length).toBeLessThan(1_000_000);
});

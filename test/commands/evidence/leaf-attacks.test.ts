// Attacks on single leaves and tiles of a log by someone who can write every table and bucket, but has neither the
// key of the log nor what the auditor has kept. Each is planted in a copy, and found.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  checkFolder,
  copyAuditorFolder,
  findDifferences,
  listSentences,
  writeAuditorFolder,
} from '../../support/evidence/auditor-folder.ts';
import type { AuditorFolder, PlantedAttack } from '../../support/evidence/auditor-folder.ts';
import {
  changeBundle,
  changeEntry,
  changeFile,
  flipByte,
  forge,
  recordMore,
  recordOthers,
} from '../../support/evidence/log-damage.ts';

let sound: AuditorFolder;
beforeAll(() => {
  sound = writeAuditorFolder();
});
afterAll(() => rmSync(sound.path, { recursive: true }));

const at = (folder: AuditorFolder, index: number) => folder.entries[index] ?? Buffer.alloc(0);
const without = (entries: Buffer[], index: number) => entries.toSpliced(index, 1);

const LOST_RANGE = 'what was changed lies between leaf 300 and leaf 511';

/** A receipt of half past an hour after the first one of the log, as if it had been adopted. */
function adoptAt(adoptedAt: string, hour: number): Buffer {
  const [entry = Buffer.alloc(0)] = recordOthers('aurora', hour).slice(-1);
  return changeEntry(entry, { adopted_at: adoptedAt });
}

const leafAttacks: [string, PlantedAttack, (string | RegExp)[]][] = [
  [
    'changes a leaf among the entries',
    (folder) =>
      changeBundle(folder, (entries) =>
        entries.with(5, changeEntry(at(folder, 5), { actor: 'op_other' })),
      ),
    [
      /^tile\/0\/000 has another hash of leaf 5 \(receipt rcp_[0-9a-f]{32}\) than the entries have\.$/,
      /hashed again, have the root .* not the root .* the entries were changed, where the tiles differ/,
      /The log does not start with the 256 leaves of the checkpoint in kept-in-january/,
    ],
  ],
  [
    'changes a leaf, and all hashes above it',
    (folder) =>
      forge(folder, (entries) =>
        entries.with(400, changeEntry(at(folder, 400), { actor: 'op_other' })),
      ),
    [LOST_RANGE, /does not start with the 512 leaves of the checkpoint in log\/checkpoints\/512/],
  ],
  [
    'drops a leaf',
    (folder) => forge(folder, (entries) => without(entries, 400)),
    ['The log lacks tile/entries/002.p/88.', LOST_RANGE],
  ],
  [
    'inserts a leaf',
    (folder) =>
      forge(folder, (entries) =>
        entries.toSpliced(400, 0, ...recordOthers('aurora', 1)).slice(0, 600),
      ),
    [LOST_RANGE],
  ],
  [
    'exchanges two leaves',
    (folder) =>
      forge(folder, (entries) => entries.with(400, at(folder, 401)).with(401, at(folder, 400))),
    [LOST_RANGE],
  ],
  [
    'dates a leaf back',
    (folder) =>
      forge(folder, (entries) =>
        entries.with(400, changeEntry(at(folder, 400), { at: '2027-01-21T12:00:00.000Z' })),
      ),
    [LOST_RANGE, 'Leaf 400 (receipt '],
  ],
  [
    'repeats a leaf in place of another',
    (folder) => forge(folder, (entries) => entries.with(400, at(folder, 7))),
    [LOST_RANGE, 'is leaf 7 and again leaf 400'],
  ],
  [
    'has a receipt of January recorded in February',
    (folder) => recordMore(folder, recordOthers('aurora', 1)),
    [
      /^Leaf 600 \(receipt rcp_.*says 2027-01-20T12:30:00.000Z, but a leaf before it says 2027-02-14/,
    ],
  ],
  [
    'has a receipt of January adopted in February, as from before the log',
    (folder) => recordMore(folder, [adoptAt('2027-02-14T12:00:00.000Z', 26)]),
    [
      /^Leaf 600 \(receipt rcp_.*\) says 2027-01-21T13:30:00.000Z, and was adopted at 2027-02-14T12:00:00.000Z as one from before the log, but the log has receipts of its own since 2027-01-20T12:00:00.000Z: /,
    ],
  ],
  [
    'has a receipt of a time that does not exist',
    (folder) => {
      const [entry = Buffer.alloc(0)] = recordOthers('aurora', 1);
      recordMore(folder, [changeEntry(entry, { at: '2027-02-14T11:99:00.000Z' })]);
    },
    [
      /^Leaf 600 is not the entry of a receipt: it has the id rcp_\w+ and the time 2027-02-14T11:99:00.000Z\.$/,
    ],
  ],
  [
    'has a journal entry of January recorded by a receipt of February',
    (folder) => {
      const [entry = Buffer.alloc(0)] = recordOthers('aurora', 1);
      recordMore(folder, [changeEntry(entry, { at: '2027-02-14T12:00:00.000Z' })]);
    },
    [
      /was posted at 2027-01-20T12:30:00.000Z by its identifier, but leaf 600, which records it, says 2027-02-14/,
    ],
  ],
  [
    'has a receipt recorded twice',
    (folder) => recordMore(folder, [at(folder, 590)]),
    [/^Receipt rcp_.* is leaf 590 and again leaf 600\.$/],
  ],
];

const tileAttacks: [string, PlantedAttack, (string | RegExp)[]][] = [
  [
    'replaces a hash of a tile',
    (folder) => changeFile(folder, 'log/tile/0/001', flipByte(32 * 7)),
    [/^tile\/0\/001 has another hash of leaf 263 \(receipt rcp_.*\) than the entries have\.$/],
  ],
  [
    'replaces a hash of the tile above',
    (folder) => changeFile(folder, 'log/tile/1/000.p/2', flipByte(40)),
    ['tile/1/000.p/2 has another hash of leaves 256 to 511 than the entries have.'],
  ],
  [
    'replaces a partial tile of an earlier checkpoint',
    (folder) => changeFile(folder, 'log/tile/0/001.p/44', flipByte(0)),
    [
      /^tile\/0\/001.p\/44 has another hash of leaf 256 \(receipt rcp_.*\) than the entries have\.$/,
    ],
  ],
  [
    'replaces a partial bundle of an earlier checkpoint',
    (folder) => changeFile(folder, 'log/tile/entries/001.p/44', flipByte(500)),
    ['tile/entries/001.p/44 has other entries than the later file of the same leaves.'],
  ],
  [
    'shortens a tile',
    (folder) => changeFile(folder, 'log/tile/0/000', (bytes) => bytes.subarray(32)),
    ['tile/0/000 has 8160 bytes, not 8192.'],
  ],
  [
    'cuts a bundle within an entry',
    (folder) => changeFile(folder, 'log/tile/entries/000', (bytes) => bytes.subarray(0, -1)),
    [
      'tile/entries/000 cannot be read: The bundle ends within entry 255.',
      /only by its hash tiles, because entries are missing/,
    ],
  ],
  [
    'removes a bundle and its hashes',
    ({ path }) => ['0', 'entries'].forEach((level) => rmSync(join(path, 'log/tile', level, '001'))),
    ['The log lacks tile/entries/001.'],
  ],
  [
    'spells a leaf in another way',
    (folder) =>
      changeBundle(folder, (entries) => entries.with(3, Buffer.from(` ${String(at(folder, 3))}`))),
    ['Leaf 3 is not the entry of a receipt: The entry is not canonical JSON.'],
  ],
];

test('says of a changed file of an earlier checkpoint only that: the log itself is whole', async () => {
  const found = await findDifferences(sound, (folder) =>
    changeFile(folder, 'log/tile/entries/001.p/44', flipByte(500)),
  );

  expect(found).toEqual({
    code: 1,
    differences: [
      'tile/entries/001.p/44 has other entries than the later file of the same leaves.',
    ],
  });
});

test('says of entries that cannot be read that the hash tiles alone have the root', async () => {
  const { differences } = await findDifferences(sound, (folder) =>
    changeFile(folder, 'log/tile/entries/000', (bytes) => bytes.subarray(0, -1)),
  );
  const root = sound.stages.at(-1)?.root.toString('base64');

  expect(differences.slice(0, 2)).toEqual([
    'tile/entries/000 cannot be read: The bundle ends within entry 255.',
    `The log has the root ${root} of its checkpoint only by its hash tiles, because entries are missing or cannot be read.`,
  ]);
});

test('takes what an earlier version wrote while the log started, and proves the times of the others', async () => {
  const folder = copyAuditorFolder(sound);
  recordMore(folder, [adoptAt('2027-02-14T12:00:00.000Z', 24)]);
  const verdict = await checkFolder(folder);
  rmSync(folder.path, { recursive: true });

  expect(listSentences(verdict, 'DIFFERS', folder)).toEqual([]);
  const proved = listSentences(verdict, 'PROVED', folder);
  expect(proved.filter((sentence) => sentence.includes('24 hours'))).toEqual([
    'No leaf that was not adopted is more than 24 hours older than one before it, and each journal entry was posted within 24 hours of its receipt.',
  ]);
});

test.each([...leafAttacks, ...tileAttacks])('finds who %s', async (_, attack, expected) => {
  const { code, differences } = await findDifferences(sound, attack);

  expect(code).toBe(1);
  for (const sentence of expected) {
    const pattern =
      typeof sentence === 'string'
        ? expect.stringContaining(sentence)
        : expect.stringMatching(sentence);
    expect(differences).toContainEqual(pattern);
  }
});

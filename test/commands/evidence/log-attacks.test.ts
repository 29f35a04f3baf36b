// Attacks on a log as a whole by someone who can write every table and bucket, but has neither the key of the
// log nor what the auditor has kept. Each is planted in a copy, and found.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { encodeEntryBundle } from '../../../functions/domain/evidence/entry-bundles.ts';
import {
  ORIGIN,
  findDifferences,
  requireStage,
  writeAuditorFolder,
} from '../../support/evidence/auditor-folder.ts';
import type { AuditorFolder, PlantedAttack } from '../../support/evidence/auditor-folder.ts';
import { changeManifest } from '../../support/evidence/export-writer.ts';
import { changeFile, forge, recordOthers } from '../../support/evidence/log-damage.ts';
import { generateKeyPair, startSigner } from '../../support/evidence/log-signer.ts';
import { writeLog } from '../../support/evidence/log-writer.ts';

const OTHER_ORIGIN = 'ledger.example/production/borealis';

// All tenants' logs have the same key here, so that only the names can tell them apart.
const pair = generateKeyPair();
let sound: AuditorFolder;
beforeAll(() => {
  sound = writeAuditorFolder(startSigner(ORIGIN, pair));
});
afterAll(() => rmSync(sound.path, { recursive: true }));

const logAttacks: [string, PlantedAttack, (string | RegExp)[]][] = [
  [
    'rolls the log back to an earlier checkpoint',
    ({ path, stages }) => {
      const [stage] = stages;
      stages.forEach(({ size }) => rmSync(join(path, `log/checkpoints/${size}`)));
      writeFileSync(join(path, 'log/checkpoint'), stage?.checkpoint ?? '');
    },
    [
      'The log has 100 leaves, fewer than the 256 of the checkpoint in kept-in-january: it was truncated or rolled back, or this copy is older.',
      /fewer than the 600 of the checkpoint in regulatory-export_.*manifest.json/,
    ],
  ],
  [
    'truncates the tiles',
    (folder) => forge(folder, (entries) => entries.slice(0, 512)),
    ['The log lacks tile/entries/002.p/88.'],
  ],
  [
    'adds an entry after the last one',
    (folder) =>
      changeFile(folder, 'log/tile/entries/002.p/88', (bytes) =>
        Buffer.concat([bytes, encodeEntryBundle(recordOthers('aurora', 1))]),
      ),
    ['tile/entries/002.p/88 has 89 entries, not 88.'],
  ],
  [
    'shows another history, signed by the stolen key',
    ({ path, signer }) => {
      rmSync(join(path, 'log'), { recursive: true });
      writeLog(join(path, 'log'), recordOthers('aurora', 600), { sizes: [100, 600], signer });
    },
    [
      /^The log does not start with the 256 leaves of the checkpoint in kept-in-january: its first/,
      /^The log does not start with the 300 leaves of the checkpoint in receipt.tlog-proof/,
    ],
  ],
  [
    'forked the log at the size of the kept checkpoint',
    ({ path, signer, exported }) => {
      const [fork] = writeLog(join(path, 'fork'), recordOthers('aurora', 256), {
        sizes: [256],
        signer,
      });
      changeManifest(exported, {
        evidence: { origin: ORIGIN, checkpoint: fork?.checkpoint ?? '' },
      });
    },
    [
      /^kept-in-january and regulatory-export_.* are checkpoints of 256 leaves with different roots, both signed: the log was forked/,
    ],
  ],
  [
    'gives the log of another tenant',
    ({ path }) => {
      const signer = startSigner(OTHER_ORIGIN, pair);
      rmSync(join(path, 'log'), { recursive: true });
      writeLog(join(path, 'log'), recordOthers('borealis', 600), { sizes: [600], signer });
    },
    [`The checkpoint in log/checkpoint is of the log ${OTHER_ORIGIN}, not of ${ORIGIN}.`],
  ],
  [
    'puts the signature of another tenant under the name of this one',
    ({ path, signer }) => {
      const other = startSigner(OTHER_ORIGIN, pair);
      rmSync(join(path, 'log'), { recursive: true });
      const [stage] = writeLog(join(path, 'log'), recordOthers('borealis', 600), {
        sizes: [600],
        signer: other,
      });
      const [text = '', line = ''] = (stage?.checkpoint ?? '').split('\n\n');
      const signature = Buffer.from(line.split(' ').at(-1) ?? '', 'base64').subarray(4);
      const renamed = Buffer.concat([Buffer.from(signer.key.keyId, 'hex'), signature]);
      const note = `${text}\n\n\u2014 ${ORIGIN} ${renamed.toString('base64')}\n`;
      writeFileSync(join(path, 'log/checkpoint'), note);
      writeFileSync(join(path, 'log/checkpoints/600'), note);
    },
    [`The checkpoint in log/checkpoint is of the log ${OTHER_ORIGIN}, not of ${ORIGIN}.`],
  ],
  [
    'puts the tiles of another tenant under the checkpoint of this one',
    (folder) => forge(folder, () => recordOthers('borealis', 600)),
    [
      /^The entries of the log, hashed again, have the root .* What was changed lies before leaf 100\.$/,
    ],
  ],
  [
    'signs a checkpoint with another key of the same name',
    ({ path, entries }) => {
      rmSync(join(path, 'log'), { recursive: true });
      writeLog(join(path, 'log'), entries, { sizes: [600], signer: startSigner(ORIGIN) });
    },
    [/^The checkpoint in log\/checkpoint is not signed by the given key: /],
  ],
  [
    'changes the size in a checkpoint',
    (folder) => {
      rmSync(join(folder.path, 'log/checkpoints'), { recursive: true });
      changeFile(folder, 'log/checkpoint', (bytes) => String(bytes).replace('\n600\n', '\n599\n'));
    },
    [
      /^The checkpoint in log\/checkpoint is not signed by the given key: The signature of .* is wrong/,
    ],
  ],
  [
    'changes an earlier checkpoint of the log',
    (folder) =>
      changeFile(folder, 'log/checkpoints/300', (bytes) =>
        String(bytes).replace('\n300\n', '\n299\n'),
      ),
    [/^The checkpoint in log\/checkpoints\/300 is not signed by the given key/],
  ],
  [
    'removes the checkpoints',
    ({ path }) =>
      ['checkpoint', 'checkpoints'].forEach((name) =>
        rmSync(join(path, 'log', name), { recursive: true }),
      ),
    ['The log lacks its checkpoint.'],
  ],
];

test('says of a checkpoint under the name of another size only that', async () => {
  const misfile = (name: string) => (folder: AuditorFolder) => {
    const { checkpoint } = requireStage(folder, 100);
    writeFileSync(join(folder.path, 'log/checkpoints', name), checkpoint);
  };
  const describe = (name: string) =>
    `log/checkpoints/${name} has the checkpoint of 100 leaves, and its name says ${name}. It was not compared with the log: give it by --checkpoint.`;

  for (const name of ['300', '600', '900']) {
    expect(await findDifferences(sound, misfile(name))).toEqual({
      code: 1,
      differences: [describe(name)],
    });
  }
});

test.each(logAttacks)('finds who %s', async (_, attack, expected) => {
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

// What `npm run verify-evidence` proves of a log whose key was replaced, and what someone who has stolen the
// retired key can make it prove: nothing.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readEvidenceKeys } from '../../../commands/evidence/evidence-keys.ts';
import { formatVerifierKey } from '../../../functions/domain/evidence/verifier-key.ts';
import { toExitCode } from '../../../commands/evidence/report.ts';
import type { EvidenceTask } from '../../../commands/evidence/verify-evidence.ts';
import {
  ORIGIN,
  TENANT,
  checkFolder,
  copyAuditorFolder,
  listSentences,
  requireStage,
  writeAuditorFolder,
} from '../../support/evidence/auditor-folder.ts';
import type { AuditorFolder } from '../../support/evidence/auditor-folder.ts';
import { changeManifest, writeExport } from '../../support/evidence/export-writer.ts';
import { startSigner } from '../../support/evidence/log-signer.ts';
import type { LogSigner } from '../../support/evidence/log-signer.ts';
import { writeLog } from '../../support/evidence/log-writer.ts';
import { buildJournal, recordEntry } from '../../support/evidence/recorded-journal.ts';

const [retired, current] = [startSigner(ORIGIN), startSigner(ORIGIN)];
const [before, after] = [retired.key.keyId, current.key.keyId];

/** Signs the checkpoint of 600 leaves with the current key, all others with the retired one. */
const changing: LogSigner = {
  ...current,
  signCheckpoint: (checkpoint) =>
    (checkpoint.size === 600 ? current : retired).signCheckpoint(checkpoint),
};

const keys = { origin: ORIGIN, logKeys: [retired.key, current.key], witnessKeys: [] };
const NOTHING = { checkpoints: [], exports: [], proofs: [] };
const EARLY = 'regulatory-export_BANKING-ACT-24_2027-01-20_2027-01-31.csv';
const LATE = 'regulatory-export_BANKING-ACT-24_2027-02-01_2027-02-13.csv';

let folder: AuditorFolder;
beforeAll(() => {
  folder = writeAuditorFolder(changing);
  const { checkpoint } = requireStage(folder, 512);
  const plan = { tenant: TENANT, from: '2027-01-20', to: '2027-01-31' };
  writeExport(folder.path, folder.journal, { ...plan, signer: retired, checkpoint });
});
afterAll(() => rmSync(folder.path, { recursive: true }));

async function checkCopy(change: (copy: AuditorFolder) => Partial<EvidenceTask> | void) {
  const copy = copyAuditorFolder(folder);
  try {
    const verdict = await checkFolder(copy, { keys, ...change(copy) });
    return {
      code: toExitCode(verdict),
      differing: listSentences(verdict, 'DIFFERS', copy),
      unproved: listSentences(verdict, 'UNPROVED', copy),
      proved: listSentences(verdict, 'PROVED', copy),
    };
  } finally {
    rmSync(copy.path, { recursive: true });
  }
}

/** Writes the log again, with more entries at its end. */
function extendLog({ path, entries }: AuditorFolder, sizes: readonly number[], count: number) {
  const plan = { tenant: TENANT, count, from: '2027-02-14T12:00:00.000Z', stepSeconds: 60 };
  const more = [...entries.slice(0, 700 - count), ...buildJournal(plan).map(recordEntry)];
  rmSync(join(path, 'log'), { recursive: true });
  writeLog(join(path, 'log'), more, { sizes, signer: changing });
}

test('proves what each key signed in its time, and says which', async () => {
  const { code, proved, differing, unproved } = await checkCopy(({ path, exported }) => {
    return { exports: [join(path, EARLY), exported] };
  });

  expect({ code, differing, unproved }).toEqual({ code: 0, differing: [], unproved: [] });
  expect(proved).toEqual(
    expect.arrayContaining([
      `The checkpoint of 256 leaves in kept-in-january is signed by the key of the log ${ORIGIN} (key ${before}).`,
      `The checkpoint of 600 leaves in log/checkpoint is signed by the key of the log ${ORIGIN} (key ${after}).`,
      `${EARLY}.manifest.json is signed by the key of the log ${ORIGIN} (key ${before}).`,
      `${EARLY}.manifest.json names a checkpoint of 512 leaves, signed by the key of the log (key ${before}).`,
      `${LATE}.manifest.json is signed by the key of the log ${ORIGIN} (key ${after}).`,
      expect.stringMatching(
        `is leaf 123 of the log ${ORIGIN}, in its signed checkpoint of 300 leaves \\(key ${before}\\), by`,
      ),
    ]),
  );
});

test.each([
  [
    'the log',
    (copy: AuditorFolder) => {
      extendLog(copy, [100, 256, 300, 512, 600, 700], 100);
      return NOTHING;
    },
    'log/checkpoint',
    'log/checkpoints/600',
  ],
  [
    'the log, and removes the checkpoints from it',
    (copy: AuditorFolder) => {
      extendLog(copy, [600, 700], 100);
      rmSync(join(copy.path, 'log/checkpoints'), { recursive: true });
      const kept = join(copy.path, 'kept-later');
      writeFileSync(kept, requireStage(folder, 600).checkpoint);
      return { ...NOTHING, checkpoints: [kept] };
    },
    'log/checkpoint',
    'kept-later',
  ],
])('finds who extends %s with the retired key', async (_, attack, forged, genuine) => {
  const { code, differing } = await checkCopy(attack);

  expect({ code, differing }).toEqual({
    code: 1,
    differing: [
      `${forged} has a checkpoint of 700 leaves by the key ${before}, but ${genuine} has one of 600 leaves by the later key ${after}: an earlier key signed after a later one, or the keys are not given in the order in which they signed.`,
    ],
  });
});

test('says that the order of the keys is that of their time', async () => {
  const { code, differing } = await checkCopy(() => ({
    keys: { ...keys, logKeys: keys.logKeys.toReversed() },
  }));

  expect(code).toBe(1);
  expect(differing).toContainEqual(
    expect.stringMatching(/the keys are not given in the order in which they signed\.$/),
  );
});

const NOT_SIGNED_BY_LATER =
  /^The newest checkpoint, of \d+ leaves in \S+, is by the key \w+, and none is by the later key \w+\. /;

test.each([
  [
    'a log of which the later key has signed nothing',
    (copy: AuditorFolder) => {
      extendLog(copy, [100, 256, 300, 700], 400);
      return NOTHING;
    },
    NOT_SIGNED_BY_LATER,
  ],
  ['a proof alone', () => ({ ...NOTHING, log: undefined }), NOT_SIGNED_BY_LATER],
  [
    'a checkpoint alone',
    ({ path }: AuditorFolder) => ({
      ...NOTHING,
      log: undefined,
      checkpoints: [join(path, 'kept-in-january')],
    }),
    NOT_SIGNED_BY_LATER,
  ],
  [
    'a manifest by the retired key with a checkpoint by the current one',
    ({ exported }: AuditorFolder) => changeManifest(exported, {}, retired),
    /^\S+manifest.json is signed by the key \w+, and names no checkpoint of its time/,
  ],
  [
    'a manifest by the retired key without a checkpoint',
    ({ path, journal }: AuditorFolder) => {
      const plan = { tenant: TENANT, from: '2027-02-01', to: '2027-02-13', signer: retired };
      return { exports: [writeExport(path, journal, plan)] };
    },
    /^\S+manifest.json is signed by the key \w+, and names no checkpoint of its time/,
  ],
])('does not prove %s', async (name, change, expected) => {
  const { code, unproved } = await checkCopy((copy) => {
    const task = change(copy) ?? {};
    const proofs = [join(copy.path, 'receipt.tlog-proof')];
    return name === 'a proof alone' ? { ...task, proofs } : task;
  });

  expect({ code, unproved }).toEqual({ code: 2, unproved: [expect.stringMatching(expected)] });
});

test('reads the keys in the order in which they are given, in files too', () => {
  const lines = [retired, current].map(({ key }) => formatVerifierKey(key));
  const file = join(folder.path, 'keys');
  writeFileSync(file, `${lines[1]}\n${lines[0]}\n`);

  const read = (given: readonly string[]) =>
    readEvidenceKeys(given).logKeys.map(({ keyId }) => keyId);
  expect([read(lines), read([file])]).toEqual([
    [before, after],
    [after, before],
  ]);
});

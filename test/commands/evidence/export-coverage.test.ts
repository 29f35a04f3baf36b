// Whether an export is complete is proved only by a log that reaches the end of its period: a copy that was cut
// before shows no entry that is missing.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { toExitCode } from '../../../commands/evidence/report.ts';
import type { EvidenceTask } from '../../../commands/evidence/verify-evidence.ts';
import type { ManifestEvidence } from '../../../functions/domain/exports/manifest-signature.ts';
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
import { changeEntry } from '../../support/evidence/log-damage.ts';
import { writeLog } from '../../support/evidence/log-writer.ts';
import { buildJournal, recordEntry } from '../../support/evidence/recorded-journal.ts';

let folder: AuditorFolder;
beforeAll(() => {
  folder = writeAuditorFolder();
});
afterAll(() => rmSync(folder.path, { recursive: true }));

type ExportCut = (copy: AuditorFolder) => Partial<EvidenceTask>;

const NOTHING = { checkpoints: [], exports: [], proofs: [] };

async function checkCopy(change: ExportCut) {
  const copy = copyAuditorFolder(folder);
  try {
    const verdict = await checkFolder(copy, change(copy));
    return {
      code: toExitCode(verdict),
      unproved: listSentences(verdict, 'UNPROVED', copy),
      proved: listSentences(verdict, 'PROVED', copy),
    };
  } finally {
    rmSync(copy.path, { recursive: true });
  }
}

// The log of an export that was made on the first of February, or a copy that was cut there.
const cutLog = ({ path, entries, signer }: AuditorFolder, more: readonly Buffer[] = []) => {
  rmSync(join(path, 'log'), { recursive: true });
  const kept = [...entries.slice(0, 300), ...more];
  const sizes = [...new Set([100, 256, 300, kept.length])];
  writeLog(join(path, 'log'), kept, { sizes, signer });
};

const exportCut = (copy: AuditorFolder, isSigned: boolean, evidence?: ManifestEvidence) => {
  const { path, journal, signer } = copy;
  cutLog(copy);
  const plan = { tenant: TENANT, from: '2027-01-20', to: '2027-02-13' };
  const exported = writeExport(path, journal.slice(0, 300), { ...plan, signer });
  changeManifest(exported, { ...(evidence && { evidence }) }, isSigned ? signer : undefined);
  return { ...NOTHING, exports: [exported] };
};

const stateCoverage = (size: number, covers?: boolean): ManifestEvidence => ({
  origin: ORIGIN,
  checkpoint: requireStage(folder, size).checkpoint,
  ...(covers !== undefined && { covers_period: covers }),
});

const uncovered: [string, ExportCut, number][] = [
  ['no checkpoint', (copy) => exportCut(copy, true), 2],
  ['a checkpoint alone', (copy) => exportCut(copy, true, stateCoverage(300)), 2],
  ['a checkpoint of a part', (copy) => exportCut(copy, true, stateCoverage(300, false)), 2],
  ['a signature of another', (copy) => exportCut(copy, false, stateCoverage(300, true)), 1],
  ['a checkpoint that is larger', (copy) => exportCut(copy, true, stateCoverage(512, true)), 1],
];

test.each(uncovered)(
  'does not prove that an export is complete by a log that ends before the period, with %s in the manifest',
  async (_, change, expected) => {
    const { code, unproved, proved } = await checkCopy(change);

    expect(code).toBe(expected);
    expect(unproved).toEqual([
      'Whether regulatory-export_BANKING-ACT-24_2027-01-20_2027-02-13.csv has all journal entries posted before 2027-02-14T00:00:00.000Z was not checked: the newest receipt of the log is of 2027-02-01T23:00:00.000Z. Give a later copy of the log.',
    ]);
    expect(proved).not.toContainEqual(expect.stringMatching(/^The log has .* and each is in /));
  },
);

test('does not prove that an export is complete by a receipt that was adopted after the period', async () => {
  const { code, unproved } = await checkCopy((copy) => {
    const times = { count: 1, from: '2027-01-19T12:00:00.000Z', stepSeconds: 1 };
    const [earlier = Buffer.alloc(0)] = buildJournal({ tenant: TENANT, ...times }).map(recordEntry);
    const task = exportCut(copy, true);
    // Sealed at once, before the receipts of its time have settled.
    cutLog(copy, [changeEntry(earlier, { adopted_at: '2027-02-15T12:00:00.000Z' })]);
    return task;
  });

  expect(code).toBe(2);
  expect(unproved).toEqual([
    expect.stringMatching(
      /the newest receipt of the log is of 2027-02-01T23:00:00.000Z\. Give a later/,
    ),
  ]);
});

test('does not prove that an export is complete by receipts that were adopted alone', async () => {
  const { code, unproved } = await checkCopy(({ path, journal, entries, signer }) => {
    const exported = journal.slice(0, 300);
    const adopted = entries
      .slice(0, 300)
      .map((entry) => changeEntry(entry, { adopted_at: '2027-02-15T12:00:00.000Z' }));
    rmSync(join(path, 'log'), { recursive: true });
    writeLog(join(path, 'log'), adopted, { sizes: [300], signer });
    const plan = { tenant: TENANT, from: '2027-01-20', to: '2027-02-13' };
    return { ...NOTHING, exports: [writeExport(path, exported, { ...plan, signer })] };
  });

  expect(code).toBe(2);
  expect(unproved).toEqual([
    expect.stringMatching(
      /was not checked: the log has only adopted receipts, from before it\. Give a later copy/,
    ),
  ]);
});

test('proves an export by a log that ends before the period where the signed manifest says that it is covered', async () => {
  const { code, proved } = await checkCopy((copy) =>
    exportCut(copy, true, stateCoverage(300, true)),
  );

  expect(code).toBe(0);
  expect(proved).toContainEqual(
    expect.stringMatching(/^The log has 300 journal entries posted from 2027-01-20.* each is in /),
  );
});

test('proves an export of all that was posted, from before the times of identifiers on', async () => {
  const { code, proved } = await checkCopy(({ path, journal, signer }) => {
    const { checkpoint } = requireStage(folder, 600);
    const plan = { tenant: TENANT, from: '1900-01-01', to: '2027-02-13', signer, checkpoint };
    return { ...NOTHING, exports: [writeExport(path, journal, plan)] };
  });

  expect(code).toBe(0);
  expect(proved).toContainEqual(
    expect.stringMatching(/^The log has \d+ journal entries posted from 1900-01-01T.* each is in /),
  );
});

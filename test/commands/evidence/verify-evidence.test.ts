// What `npm run verify-evidence` proves of sound evidence, in sentences that an auditor can quote, and what it
// says that it did not prove.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { formatVerdict, formatVerdictJson, toExitCode } from '../../../commands/evidence/report.ts';
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
import { startNoteWitness } from '../../support/evidence/log-signer.ts';
import { writeLog } from '../../support/evidence/log-writer.ts';
import { buildJournal, recordEntry, toReceiptId } from '../../support/evidence/recorded-journal.ts';

let folder: AuditorFolder;
beforeAll(() => {
  folder = writeAuditorFolder();
});
afterAll(() => rmSync(folder.path, { recursive: true }));

const FILE = 'regulatory-export_BANKING-ACT-24_2027-02-01_2027-02-13.csv';
const NOTHING_KEPT = { checkpoints: [], proofs: [] };
const UNCHANGED = 'none of them was changed, removed, inserted or moved since.';

test('proves a log with a kept checkpoint, an export and a proof', async () => {
  const verdict = await checkFolder(folder);
  const root = requireStage(folder, 600).root.toString('base64');
  const { id, postedBy, postedAt } = folder.journal[123]?.entry ?? {};
  const receipt = toReceiptId(id ?? '');

  expect(toExitCode(verdict)).toBe(0);
  expect(verdict.findings.filter(({ result }) => result !== 'PROVED')).toEqual([]);
  expect(listSentences(verdict, 'PROVED', folder)).toEqual([
    `The checkpoint of 256 leaves in kept-in-january is signed by the key of the log ${ORIGIN}.`,
    `Receipt ${receipt} of postJournalEntry by ${postedBy} at ${postedAt}, with the records ${id}, is leaf 123 of the log ${ORIGIN}, in its signed checkpoint of 300 leaves, by receipt.tlog-proof.`,
    `${FILE}.manifest.json is signed by the key of the log ${ORIGIN}.`,
    `${FILE}.manifest.json names a checkpoint of 600 leaves, signed by the key of the log.`,
    `The checkpoint of 600 leaves in log/checkpoint is signed by the key of the log ${ORIGIN}.`,
    `The log starts with the 256 leaves of the checkpoint in kept-in-january: ${UNCHANGED}`,
    `The log starts with the 300 leaves of the checkpoint in receipt.tlog-proof: ${UNCHANGED}`,
    `The log starts with the 600 leaves of the checkpoint in ${FILE}.manifest.json: ${UNCHANGED}`,
    `The log ${ORIGIN} has 600 leaves: their entries, hashed again, have the root ${root} of its checkpoint.`,
    'The 7 hash tiles agree with the entries.',
    '5 checkpoints in the folder of the log, each signed by its key, are stages of this log.',
    'Each of the 600 leaves is the entry of a receipt, in canonical form.',
    'No receipt is in the log twice.',
    'No leaf is more than 24 hours older than one before it, and each journal entry was posted within 24 hours of its receipt.',
    `${FILE} has the checksums and the totals that its manifest states, and whole hash chains.`,
    `${FILE} has 312 journal entries, and each is in the log as it was posted.`,
    `The log has 312 journal entries posted from 2027-02-01T00:00:00.000Z to before 2027-02-14T00:00:00.000Z, and each is in ${FILE}.`,
  ]);
});

test('remarks on entries that are later than a checkpoint that does not cover the period', async () => {
  const copy = copyAuditorFolder(folder);
  const { checkpoint } = requireStage(copy, 512);
  const evidence = { origin: ORIGIN, checkpoint, covers_period: false };
  changeManifest(copy.exported, { evidence }, copy.signer);
  const verdict = await checkFolder(copy);

  expect(toExitCode(verdict)).toBe(0);
  expect(listSentences(verdict, 'REMARK', copy)).toEqual([
    `${FILE} has 76 journal entries that the log recorded after the 512 leaves of the checkpoint in its manifest, which says that this checkpoint does not cover the period.`,
  ]);
  expect(listSentences(verdict, 'PROVED', copy)).toContain(
    `${FILE} has 312 journal entries, and each is in the log as it was posted.`,
  );
  rmSync(copy.path, { recursive: true });
});

test('judges the chain of an account by its sequence where entries of one millisecond stand in another order', async () => {
  const copy = copyAuditorFolder(folder);
  const plan = { tenant: TENANT, count: 30, from: '2027-02-03T10:00:00.000Z', stepSeconds: 0 };
  const posted = buildJournal(plan);
  // As requests that made their identifiers in one millisecond, and as the export reads them.
  const listed = posted.toSorted((one, other) => (one.entry.id < other.entry.id ? -1 : 1));
  writeLog(copy.path, posted.map(recordEntry), { sizes: [30], signer: copy.signer });
  const exported = writeExport(copy.path, listed, {
    tenant: TENANT,
    from: '2027-02-01',
    to: '2027-02-13',
    signer: copy.signer,
  });
  const verdict = await checkFolder(copy, { log: copy.path, exports: [exported], ...NOTHING_KEPT });

  expect(listed).not.toEqual(posted);
  expect(listSentences(verdict, 'DIFFERS', copy)).toEqual([]);
  expect(listSentences(verdict, 'PROVED', copy)).toContain(
    `${FILE} has the checksums and the totals that its manifest states, and whole hash chains.`,
  );
  rmSync(copy.path, { recursive: true });
});

test('ends with a conclusion for people, and has the same findings for machines', async () => {
  const verdict = await checkFolder(folder);
  const { findings, ...head } = JSON.parse(formatVerdictJson(verdict));
  const { size, root } = requireStage(folder, 600);

  expect(formatVerdict(verdict)).toMatch(
    new RegExp(
      `^PROVED {4}The checkpoint of 256 [^]+\n\nPROVED: everything that was given is as the log ${ORIGIN} states it\\.$`,
    ),
  );
  expect(head).toEqual({
    result: 'PROVED',
    origin: ORIGIN,
    size,
    root: root.toString('base64'),
    difference_count: 0,
  });
  expect(findings).toHaveLength(verdict.findings.length);
  expect(findings[0]).toEqual({
    result: 'PROVED',
    check: 'checkpoint',
    sentence: verdict.findings[0]?.sentence,
    file: join(folder.path, 'kept-in-january'),
    size: 256,
    root: requireStage(folder, 256).root.toString('base64'),
  });
});

test('says once with which of its keys a witness has seen a checkpoint', async () => {
  const [before, after] = [
    startNoteWitness('witness.example'),
    startNoteWitness('witness.example'),
  ];
  const kept = join(folder.path, 'cosigned');
  const note = requireStage(folder, 256).checkpoint;
  const check = async (cosigned: string) => {
    writeFileSync(kept, cosigned);
    const witnessKeys = [before.key, after.key];
    const keys = { origin: ORIGIN, logKeys: [folder.signer.key], witnessKeys };
    const task = { keys, log: undefined, checkpoints: [kept], exports: [], proofs: [] };
    const { findings } = await checkFolder(folder, task);
    return findings.filter((one) => one.check === 'witness').map(({ sentence }) => sentence);
  };
  const stated = `The checkpoint of 256 leaves in ${kept}`;
  const seen = `${stated} was seen by the witness witness.example (key ${after.key.keyId}) at 2027-02-02T00:00:00.000Z.`;

  expect(await check(after.cosign(note, 1_801_526_400))).toEqual([seen]);
  expect(await check(note)).toEqual([
    `${stated} has no cosignature of the witness witness.example.`,
  ]);
});

test.each([[[0]], [[0, 1]], [[1]], [[255, 256]], [[256, 257, 600]]])(
  'proves logs with checkpoints of %j leaves',
  async (sizes) => {
    const log = join(folder.path, `log-${sizes.join('-')}`);
    writeLog(log, folder.entries, { sizes, signer: folder.signer });
    const verdict = await checkFolder(folder, { log, checkpoints: [], exports: [], proofs: [] });
    const code = toExitCode(verdict);

    expect({ code, differences: verdict.differenceCount }).toEqual({ code: 0, differences: 0 });
  },
);

// What `npm run verify-evidence` says of evidence that is incomplete, newer or older than the rest, or late.
import { readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { formatVerdict, toExitCode } from '../../../commands/evidence/report.ts';
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
import { startNoteWitness } from '../../support/evidence/log-signer.ts';
import { writeFileIn, writeLog } from '../../support/evidence/log-writer.ts';
import { buildJournal, recordEntry } from '../../support/evidence/recorded-journal.ts';

let folder: AuditorFolder;
beforeAll(() => {
  folder = writeAuditorFolder();
});
afterAll(() => rmSync(folder.path, { recursive: true }));

type TaskChange = (copy: AuditorFolder) => Partial<EvidenceTask> | void;

async function checkCopy(change: TaskChange) {
  const copy = copyAuditorFolder(folder);
  try {
    const task = change(copy);
    const verdict = await checkFolder(copy, task ?? {});
    return {
      code: toExitCode(verdict),
      differing: listSentences(verdict, 'DIFFERS', copy),
      unproved: listSentences(verdict, 'UNPROVED', copy),
      remarks: listSentences(verdict, 'REMARK', copy),
      proved: listSentences(verdict, 'PROVED', copy),
      text: formatVerdict(verdict),
    };
  } finally {
    rmSync(copy.path, { recursive: true });
  }
}

const FILE = 'regulatory-export_BANKING-ACT-24_2027-02-01_2027-02-13.csv';
const NOTHING = { checkpoints: [], exports: [], proofs: [] };

const incomplete: [string, TaskChange, RegExp][] = [
  [
    'a file that is not there',
    ({ path }) => ({ checkpoints: [join(path, 'lost')] }),
    /^There is no lost\.$/,
  ],
  [
    'a folder that is not there',
    ({ path }) => ({ log: join(path, 'lost') }),
    /^There is no lost\.$/,
  ],
  [
    'checkpoints without a log',
    ({ path }) => ({
      ...NOTHING,
      log: undefined,
      checkpoints: ['log/checkpoints/100', 'kept-in-january'].map((name) => join(path, name)),
    }),
    /^Whether the checkpoints are stages of one log was not checked/,
  ],
  [
    'an export without a log',
    ({ exported }) => ({ ...NOTHING, log: undefined, exports: [exported] }),
    /^regulatory-export_.*csv was not compared with the log, because there is no log that is proved\.$/,
  ],
  [
    'an export without a manifest',
    ({ exported }) => renameSync(`${exported}.manifest.json`, `${exported}.json`),
    /^There is no manifest.json\.$/,
  ],
  [
    'a manifest that is not JSON',
    ({ exported }) => writeFileSync(`${exported}.manifest.json`, 'manifest'),
    /^regulatory-export_\S+\.manifest\.json is not a manifest: it is not JSON\.$/,
  ],
  [
    'a manifest without a signature',
    ({ exported }) => rmSync(`${exported}.manifest.json.sig`),
    /manifest.json has no signature beside it: what it says, such as who requested the export, is not proved\.$/,
  ],
  [
    'a FEC',
    ({ exported, signer }) => changeManifest(exported, { format: 'fec' }, signer),
    /^regulatory-export_\S+ is in the format fec, which states neither identifiers nor postings: its journal entries were not compared with the log\./,
  ],
  [
    'a proof without its entry',
    ({ path }) => {
      const file = join(path, 'receipt.tlog-proof');
      writeFileSync(file, readFileSync(file, 'utf8').replace(/^extra .*\n/m, ''));
    },
    /^receipt.tlog-proof has no entry: give the file with it by --entry\.$/,
  ],
];

/** What is also another file than the signed one. */
const DIFFERING = new Set(['a manifest that is not JSON', 'a FEC']);

test.each(incomplete)('does not prove %s', async (name, change, expected) => {
  const { unproved, differing, code } = await checkCopy(change);

  expect(unproved).toContainEqual(expect.stringMatching(expected));
  const differs = DIFFERING.has(name);
  expect({ differs: differing.length > 0, code }).toEqual({ differs, code: differs ? 1 : 2 });
});

test('proves a checkpoint alone: its signature', async () => {
  const { proved, unproved, code, text } = await checkCopy(({ path }) => {
    return { ...NOTHING, log: undefined, checkpoints: [join(path, 'kept-in-january')] };
  });

  expect({ unproved, code }).toEqual({ unproved: [], code: 0 });
  expect(proved).toEqual([
    `The checkpoint of 256 leaves in kept-in-january is signed by the key of the log ${ORIGIN}.`,
  ]);
  expect(text).toContain(
    `\n\nPROVED: everything that was given is as the log ${ORIGIN} states it.`,
  );
});

test('takes the entry of a proof from another file', async () => {
  const withEntry = (content: Buffer) =>
    checkCopy(({ path }) => {
      const [proof, entryFile] = [join(path, 'receipt.tlog-proof'), join(path, 'entry')];
      writeFileSync(proof, readFileSync(proof, 'utf8').replace(/^extra .*\n/m, ''));
      writeFileSync(entryFile, content);
      return { entryFile };
    });

  expect(await withEntry(folder.entries[123] ?? Buffer.alloc(0))).toMatchObject({ code: 0 });
  expect(await withEntry(folder.entries[124] ?? Buffer.alloc(0))).toMatchObject({
    code: 1,
    differing: [expect.stringMatching(/does not prove its entry/)],
  });
});

test('says which entries were posted before the log had its first receipt', async () => {
  const { unproved, proved, code } = await checkCopy(({ path, journal, signer }) => {
    const earlier = buildJournal({
      tenant: TENANT,
      count: 3,
      from: '2027-01-19T08:00:00.000Z',
      stepSeconds: 60,
    });
    const { checkpoint } = requireStage(folder, 600);
    const plan = { tenant: TENANT, from: '2027-01-01', to: '2027-01-31', signer, checkpoint };
    return { exports: [writeExport(path, [...earlier, ...journal], plan)] };
  });

  expect({ unproved, code }).toEqual({
    unproved: [
      'regulatory-export_BANKING-ACT-24_2027-01-01_2027-01-31.csv has 3 journal entries that were posted before the first receipt of the log, which says nothing of them.',
    ],
    code: 2,
  });
  expect(proved).toContainEqual(
    expect.stringMatching(
      /has 276 other journal entries, and each is in the log as it was posted\.$/,
    ),
  );
});

test('remarks on a manifest without a checkpoint', async () => {
  const { remarks, code } = await checkCopy(({ path, journal, signer }) => {
    writeExport(path, journal, { tenant: TENANT, from: '2027-02-01', to: '2027-02-13', signer });
  });

  expect({ remarks, code }).toEqual({
    remarks: [`${FILE}.manifest.json names no checkpoint of the log.`],
    code: 0,
  });
});

test('takes the latest of the checkpoints in the folder, and remarks on tiles beyond it', async () => {
  const { remarks, proved, code } = await checkCopy(({ path, stages }) => {
    rmSync(join(path, 'log/checkpoints/600'));
    writeFileSync(join(path, 'log/checkpoint'), requireStage({ stages }, 300).checkpoint);
    rmSync(join(path, 'log/tile/0/001.p'), { recursive: true });
    rmSync(join(path, 'log/tile/entries/001.p'), { recursive: true });
    writeFileIn(join(path, 'log'), 'tile/notes.txt', 'not a tile');
    return NOTHING;
  });

  expect(code).toBe(0);
  expect(proved).toContainEqual(expect.stringMatching(/^The log \S+ has 512 leaves/));
  expect(remarks).toEqual([
    expect.stringMatching(
      /^3 files among the tiles are not of the first 512 leaves and were not checked/,
    ),
  ]);
});

test('says when a witness has seen a checkpoint', async () => {
  const witness = startNoteWitness('witness.example');
  const silent = startNoteWitness('silent.example');
  const check = (spoil: (note: string) => string) =>
    checkCopy(({ path, signer, stages }) => {
      const note = witness.cosign(requireStage({ stages }, 256).checkpoint, 1_801_526_400);
      writeFileSync(join(path, 'kept-in-january'), spoil(note));
      const witnessKeys = [witness.key, silent.key];
      return {
        ...NOTHING,
        keys: { origin: ORIGIN, logKeys: [signer.key], witnessKeys },
        log: undefined,
        checkpoints: [join(path, 'kept-in-january')],
      };
    });
  const { proved, remarks, code } = await check((note) => note);
  const stated = 'The checkpoint of 256 leaves in kept-in-january';

  expect(code).toBe(0);
  expect(proved).toContain(
    `${stated} was seen by the witness witness.example at 2027-02-02T00:00:00.000Z.`,
  );
  expect(remarks).toEqual([`${stated} has no cosignature of the witness silent.example.`]);
  expect(await check((note) => note.replace(/(example .{30})./, '$1_'))).toMatchObject({ code: 1 });
});

test('remarks on receipts that were recorded a little late', async () => {
  const late = (lateHours: number) =>
    checkCopy(({ path, entries, signer }) => {
      const times = { tenant: TENANT, count: 1, from: '2027-02-14T10:59:30.000Z', stepSeconds: 1 };
      const more = [...entries, ...buildJournal(times).map(recordEntry)];
      writeLog(join(path, 'log'), more, {
        sizes: [...folder.stages.map(({ size }) => size), 601],
        signer,
      });
      return { lateHours };
    });

  expect(await late(24)).toMatchObject({
    code: 0,
    remarks: [
      'One leaf is older than one before, at most by 30.000 seconds: receipts that were recorded late.',
    ],
  });
  expect(await late(0)).toMatchObject({
    code: 1,
    differing: [expect.stringMatching(/^Leaf 600 /)],
  });
});

test('shows no text of the evidence as a line of its own, and no control characters', async () => {
  const { text, code } = await checkCopy(({ exported, path, signer }) => {
    const lie = '\n\u001b[2K\rPROVED    All is well';
    changeManifest(exported, { tenant_id: `other${lie}` }, signer);
    writeFileSync(join(path, 'kept-in-january'), `x${lie}\n1\nAA==\n\nnothing\n`);
    writeFileIn(join(path, 'log'), `tile/${lie.trim()}`, 'not a tile');
  });

  expect(code).toBe(1);
  expect(text).toContain(String.raw`other\n\u001b[2K\rPROVED    All is well`);
  expect(text.split('\n').filter((line) => line.startsWith('PROVED    All'))).toEqual([]);
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
});

test('follows no link out of the folder', async () => {
  const { remarks, code } = await checkCopy(({ path }) => {
    symlinkSync('..', join(path, 'log/tile/up'));
    return NOTHING;
  });

  expect({ remarks, code }).toEqual({
    remarks: [
      expect.stringMatching(/^One file among the tiles is not .* and was not .*: tile\/up\.$/),
    ],
    code: 0,
  });
});

test('lists the first differences, and counts all', async () => {
  const { differing, text } = await checkCopy(({ path, journal, signer }) => {
    const plan = { tenant: TENANT, from: '2027-02-01', to: '2027-02-13', signer };
    writeExport(
      path,
      journal.filter((_, index) => index % 3 > 0),
      plan,
    );
  });

  expect(differing.filter((sentence) => /is not in/.test(sentence))).toHaveLength(50);
  // 104 entries are left out, and 103 times one is missing between two of the account.
  expect(text).toMatch(/… and 107 more differences\.\n\nNOT PROVED: .* has 207 differences\.$/);
});

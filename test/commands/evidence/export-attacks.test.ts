// Attacks on exports and proofs by someone without the key of the log. Each is planted in a copy, and found.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ManifestEvidence } from '../../../functions/domain/exports/manifest-signature.ts';
import {
  ORIGIN,
  TENANT,
  checkFolder,
  copyAuditorFolder,
  findDifferences,
  requireStage,
  writeAuditorFolder,
} from '../../support/evidence/auditor-folder.ts';
import type { AuditorFolder, PlantedAttack } from '../../support/evidence/auditor-folder.ts';
import { changeManifest, forgeExport, writeExport } from '../../support/evidence/export-writer.ts';
import { startSigner } from '../../support/evidence/log-signer.ts';
import { writeLog } from '../../support/evidence/log-writer.ts';
import {
  buildJournal,
  chainEntries,
  recordEntry,
} from '../../support/evidence/recorded-journal.ts';

let sound: AuditorFolder;
beforeAll(() => {
  sound = writeAuditorFolder();
});
afterAll(() => rmSync(sound.path, { recursive: true }));

const PERIOD = { tenant: TENANT, from: '2027-02-01', to: '2027-02-13' };

/** Exports other entries, as the service would after its tables were changed, with a valid signature. */
const exportOthers = (
  folder: AuditorFolder,
  change: (journal: AuditorFolder['journal']) => AuditorFolder['journal'],
) =>
  writeExport(folder.path, change(folder.journal), {
    ...PERIOD,
    signer: folder.signer,
    checkpoint: requireStage(folder, 600).checkpoint,
  });

const exportAttacks: [string, PlantedAttack, RegExp[]][] = [
  [
    'changes an amount in the file',
    ({ exported }) =>
      writeFileSync(exported, readFileSync(exported, 'utf8').replace('2.77', '2.78')),
    [/SHA-256/, /^Rows 1 to 3 of regulatory.*is not as it was posted: leaf 276 \(receipt rcp_/],
  ],
  [
    'breaks a quoted text in the file',
    ({ exported }) =>
      writeFileSync(exported, readFileSync(exported, 'utf8').replace('"Rent', '"Rent"')),
    [/is not what its manifest says: SHA-256: /, /the rows cannot be read: /],
  ],
  [
    'changes a text in the file, and its checksums in the manifest',
    ({ exported }) => forgeExport(exported, (text) => text.replaceAll('flow-300', 'flow-3OO')),
    [/manifest.json.sig does not sign/, /^Rows \d+ to \d+ .* is not as it was posted: leaf 299/],
  ],
  [
    'changes one of the rows of an entry',
    ({ exported }) => forgeExport(exported, (text) => text.replace('flow-300', 'flow-3OO')),
    [/is not as it was posted: the rows of entry jrn_\S+ differ in correlation_id/],
  ],
  [
    'exports after an entry was removed from the tables',
    (folder) => exportOthers(folder, (journal) => journal.toSpliced(310, 1)),
    [/^Journal entry jrn_.* of leaf 310 \(receipt rcp_.*\) is not in regulatory-export/],
  ],
  [
    'exports after an entry was added to the tables',
    (folder) =>
      exportOthers(folder, (journal) => {
        const more = { tenant: TENANT, count: 1, from: '2027-02-05T00:30:00.000Z', stepSeconds: 1 };
        return [...journal, ...buildJournal(more)].toSorted((a, b) =>
          a.entry.id < b.entry.id ? -1 : 1,
        );
      }),
    [/^Rows \d+ to \d+ of regulatory.*: journal entry jrn_\S+ is not in the log\.$/],
  ],
  [
    'wrote an entry and the whole chain after it again, without a fault',
    (folder) =>
      exportOthers(folder, (journal) =>
        chainEntries(
          TENANT,
          journal.map(({ entry }) => ({
            ...entry,
            correlationId: 'other',
            postings: entry.postings.map((posting) => ({ ...posting, reference: 'other' })),
          })),
        ),
      ),
    [/^Rows 1 to 3 .* is not as it was posted: leaf 276/],
  ],
  [
    'dates an entry back',
    (folder) =>
      exportOthers(folder, (journal) =>
        journal.map((one, index) =>
          index === 400
            ? { ...one, entry: { ...one.entry, postedAt: '2027-02-01T00:00:00.000Z' } }
            : one,
        ),
      ),
    [/^Rows \d+ to \d+ .* is not as it was posted: leaf 400/],
  ],
  [
    'repeats an entry in the file',
    (folder) =>
      exportOthers(folder, (journal) =>
        journal.flatMap((one, index) =>
          index === 300 ? [one, ...journal.slice(301, 302), one] : [one],
        ),
      ),
    [/is in the file twice/],
  ],
  [
    'exports an entry posted after all that the log has',
    (folder) =>
      exportOthers(folder, (journal) => {
        const more = { tenant: TENANT, count: 1, from: '2027-02-13T23:59:59.000Z', stepSeconds: 1 };
        return [...journal, ...buildJournal(more)];
      }),
    [/is not in the log\.$/],
  ],
  [
    'adds an entry under an identifier from before the log',
    (folder) =>
      exportOthers(folder, (journal) => {
        const more = { tenant: TENANT, count: 1, from: '2027-01-19T08:00:00.000Z', stepSeconds: 1 };
        const planted = buildJournal(more).map(({ entry, hashes }) => {
          return { entry: { ...entry, postedAt: '2027-02-01T00:00:00.000Z' }, hashes };
        });
        return [...planted, ...journal];
      }),
    [/^Rows 1 to 3 of regulatory.*: journal entry jrn_\S+ is not in the log\.$/],
  ],
];

const manifestAttacks: [string, PlantedAttack, RegExp[]][] = [
  [
    'changes who requested the export',
    ({ exported }) => changeManifest(exported, { requested_by: 'op_other' }),
    [/^\S+manifest.json.sig does not sign \S+manifest.json: /],
  ],
  [
    'claims an earlier checkpoint, which does not cover the file',
    ({ exported, signer, stages }) => {
      const { checkpoint } = requireStage({ stages }, 300);
      const evidence = { origin: ORIGIN, checkpoint, covers_period: true };
      changeManifest(exported, { evidence }, signer);
    },
    [/^Rows .* is leaf 300 \(receipt .*\), and the checkpoint of the manifest has only 300\.$/],
  ],
  [
    'claims the checkpoint of another log',
    ({ exported, path }) => {
      const signer = startSigner('ledger.example/production/borealis');
      const entries = buildJournal({ ...PERIOD, count: 3, stepSeconds: 1 }).map(recordEntry);
      const [stage] = writeLog(join(path, 'other'), entries, { sizes: [3], signer });
      changeManifest(exported, {
        evidence: { origin: ORIGIN, checkpoint: stage?.checkpoint ?? '' },
      });
    },
    [
      /^The checkpoint in \S+manifest.json is of the log ledger.example\/production\/borealis, not of/,
    ],
  ],
  [
    'names another origin',
    ({ exported, signer, stages }) => {
      const { checkpoint } = requireStage({ stages }, 600);
      changeManifest(exported, { evidence: { origin: 'ledger.example/x', checkpoint } }, signer);
    },
    [/names the log ledger.example\/x, not/],
  ],
  [
    'names something else than a checkpoint',
    ({ exported, signer }) => {
      changeManifest(exported, { evidence: 7 as unknown as ManifestEvidence }, signer);
    },
    [/manifest.json names no checkpoint that can be read\.$/],
  ],
  [
    'gives the export of another tenant',
    ({ exported, signer }) => changeManifest(exported, { tenant_id: 'borealis' }, signer),
    [/is of the tenant borealis, and the log ledger.example\/production\/aurora is not/],
  ],
  [
    'puts a checkpoint in place of the signature',
    ({ exported, stages }) =>
      writeFileSync(`${exported}.manifest.json.sig`, requireStage({ stages }, 600).checkpoint),
    [/^\S+.sig does not sign .*: .* has signed something else/],
  ],
  [
    'signs the manifest with another key',
    ({ exported }) => changeManifest(exported, {}, startSigner(ORIGIN)),
    [/^\S+.sig does not sign .*: The note has no signature of a given key/],
  ],
];

const proofAttacks: [string, PlantedAttack, RegExp[]][] = [
  [
    'changes the entry of a proof',
    (folder) =>
      changeProof(folder, (text) =>
        text.replace(/^extra .*$/m, `extra ${Buffer.from('{}').toString('base64')}`),
      ),
    [/^receipt.tlog-proof does not prove its entry: it is not leaf 123/],
  ],
  [
    'changes the index of a proof',
    (folder) => changeProof(folder, (text) => text.replace('index 123', 'index 122')),
    [/^receipt.tlog-proof does not prove its entry: it is not leaf 122/],
  ],
  [
    'removes a line of a proof',
    (folder) => changeProof(folder, (text) => text.replace(/^(index 123\n).*\n/m, '$1')),
    [/^receipt.tlog-proof does not prove its entry/],
  ],
  [
    'changes the checkpoint of a proof',
    (folder) => changeProof(folder, (text) => text.replace('\n300\n', '\n301\n')),
    [/^The checkpoint in receipt.tlog-proof is not signed by the given key/],
  ],
  [
    'breaks the form of a proof',
    (folder) => changeProof(folder, (text) => text.replace('index 123', 'index 0123')),
    [/^receipt.tlog-proof is not a proof: line 3/],
  ],
];

function changeProof({ path }: AuditorFolder, change: (text: string) => string): void {
  const file = join(path, 'receipt.tlog-proof');
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}

test.each([...exportAttacks, ...manifestAttacks, ...proofAttacks])(
  'finds who %s',
  async (_, attack, expected) => {
    const { code, differences } = await findDifferences(sound, attack);

    expect(code).toBe(1);
    for (const pattern of expected) {
      expect(differences).toContainEqual(expect.stringMatching(pattern));
    }
  },
);

test('counts the differences of a file that are too many to be listed', async () => {
  const folder = copyAuditorFolder(sound);
  forgeExport(folder.exported, (text) => text.replaceAll('=REF ', '=REV '));
  const verdict = await checkFolder(folder);
  rmSync(folder.path, { recursive: true });

  // Each posting breaks its chain, and each entry is not as it was posted.
  const listed = verdict.findings.filter(({ result }) => result === 'DIFFERS');
  expect(listed.length).toBeLessThan(110);
  expect(verdict.differenceCount).toBeGreaterThan(600);
});

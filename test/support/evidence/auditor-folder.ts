// What an auditor holds: a copy of the log, a checkpoint kept in January, an export of February and a proof. It
// is written once; each attack gets a copy.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatLogProof } from '../../../functions/domain/evidence/log-proof.ts';
import { buildInclusionProof } from '../../../functions/domain/evidence/merkle-tree.ts';
import { readHashesFrom } from '../../../functions/domain/evidence/tiles.ts';
import {
  formatVerifierKey,
  parseVerifierKey,
} from '../../../functions/domain/evidence/verifier-key.ts';
import type { ExportedEntry } from '../../../functions/domain/exports/export-format.ts';
import type { EvidenceLog } from '../../../functions/evidence/evidence-log.ts';
import { readLogHead } from '../../../functions/ledger/evidence/head.ts';
import type { EvidenceFinding } from '../../../commands/evidence/evidence-findings.ts';
import { toExitCode } from '../../../commands/evidence/report.ts';
import { verifyEvidence } from '../../../commands/evidence/verify-evidence.ts';
import type { EvidenceTask, EvidenceVerdict } from '../../../commands/evidence/verify-evidence.ts';
import { writeExport } from './export-writer.ts';
import { readLogFiles } from './attacked-tables.ts';
import { writeFileIn, writeLog } from './log-writer.ts';
import type { LogStage } from './log-writer.ts';
import { startSigner } from './log-signer.ts';
import type { LogSigner } from './log-signer.ts';
import { buildJournal, recordEntry } from './recorded-journal.ts';

export const ORIGIN = 'ledger.example/production/aurora';
export const TENANT = 'aurora';

export interface AuditorPlan {
  /** Of the checkpoints; the last is the log's, and the export names it. */
  readonly sizes: readonly number[];
  readonly keptSize: number;
  readonly proof: { readonly leaf: number; readonly size: number };
  /** The days of the export. */
  readonly from: string;
  readonly to: string;
}

/** Checkpoints within a tile, of whole tiles and across them; one receipt an hour from 20 January on. */
const WHOLE_PLAN: AuditorPlan = {
  sizes: [100, 256, 300, 512, 600],
  keptSize: 256,
  proof: { leaf: 123, size: 300 },
  from: '2027-02-01',
  to: '2027-02-13',
};

export interface AuditorFolder {
  readonly path: string;
  readonly signer: LogSigner;
  readonly journal: readonly ExportedEntry[];
  readonly entries: readonly Buffer[];
  readonly stages: readonly LogStage[];
  readonly exported: string;
}

/** Writes everything as it should be. */
export function writeAuditorFolder(
  signer = startSigner(ORIGIN),
  plan: AuditorPlan = WHOLE_PLAN,
): AuditorFolder {
  const path = mkdtempSync(join(tmpdir(), 'auditor-'));
  const { sizes, keptSize, proof, from, to } = plan;
  const count = sizes.at(-1) ?? 0;
  const start = '2027-01-20T12:00:00.000Z';
  const journal = buildJournal({ tenant: TENANT, count, from: start, stepSeconds: 3_600 });
  const entries = journal.map(recordEntry);
  const stages = writeLog(join(path, 'log'), entries, { sizes, signer });
  const folder = { path, signer, journal, entries, stages };
  writeFileSync(join(path, 'kept-in-january'), requireStage(folder, keptSize).checkpoint);
  writeFileSync(join(path, 'receipt.tlog-proof'), formatProof(folder, proof));
  const { checkpoint } = requireStage(folder, count);
  const exported = writeExport(path, journal, { tenant: TENANT, from, to, signer, checkpoint });
  return { ...folder, exported };
}

export function requireStage({ stages }: Pick<AuditorFolder, 'stages'>, size: number): LogStage {
  const stage = stages.find((one) => one.size === size);
  if (!stage) throw new Error(`There is no checkpoint of ${size} leaves.`);
  return stage;
}

function formatProof(
  folder: Omit<AuditorFolder, 'exported'>,
  { leaf: index, size }: AuditorPlan['proof'],
): string {
  const { checkpoint } = requireStage(folder, size);
  const read = readHashesFrom(size, (tile) => readFileSync(join(folder.path, 'log', tile)));
  const extra = folder.entries[index];
  const proof = buildInclusionProof(index, size, read);
  return formatLogProof({ index, proof, checkpoint, ...(extra && { extra }) });
}

/** Copies the folder, so that it can be damaged. */
export function copyAuditorFolder(folder: AuditorFolder): AuditorFolder {
  const path = mkdtempSync(join(tmpdir(), 'attacked-'));
  cpSync(folder.path, path, { recursive: true });
  return { ...folder, path, exported: folder.exported.replace(folder.path, path) };
}

/** Checks all that the auditor holds, with the key of the log. */
export function checkFolder(
  { path, signer, exported }: AuditorFolder,
  changes: Partial<EvidenceTask> = {},
): Promise<EvidenceVerdict> {
  return verifyEvidence({
    keys: { origin: signer.key.name, logKeys: [signer.key], witnessKeys: [] },
    log: join(path, 'log'),
    checkpoints: [join(path, 'kept-in-january')],
    exports: [exported],
    proofs: [join(path, 'receipt.tlog-proof')],
    lateHours: 24,
    onProgress: () => undefined,
    ...changes,
  });
}

/** The sentences of one result, with the folder left out. */
export function listSentences(
  { findings }: EvidenceVerdict,
  result: EvidenceFinding['result'],
  { path }: Pick<AuditorFolder, 'path'>,
): string[] {
  return findings
    .filter((finding) => finding.result === result)
    .map(({ sentence }) => sentence.replaceAll(`${path}/`, ''));
}

/** What an auditor finds in a copy of a log as it is now, by the key that its state names. */
export async function auditCopy({ store, bucket, tenant }: EvidenceLog) {
  const path = mkdtempSync(join(tmpdir(), 'audited-'));
  try {
    for (const [name, content] of await readLogFiles(bucket, tenant)) {
      writeFileIn(path, name.replace('checkpoint/', 'checkpoints/'), content);
    }
    const head = await readLogHead(store, tenant);
    const key = parseVerifierKey(head?.verifierKey ?? '');
    const verdict = await verifyEvidence({
      keys: { origin: key.name, logKeys: [key], witnessKeys: [] },
      log: path,
      checkpoints: [],
      exports: [],
      proofs: [],
      lateHours: 48,
      onProgress: () => undefined,
    });
    const sentences = (result: 'DIFFERS' | 'REMARK' | 'PROVED') =>
      listSentences(verdict, result, { path });
    return {
      code: toExitCode(verdict),
      differences: sentences('DIFFERS'),
      remarks: sentences('REMARK'),
      proved: sentences('PROVED'),
    };
  } finally {
    rmSync(path, { recursive: true });
  }
}

/** Writes the key as an auditor keeps it, and returns its file. */
export function writeKey({ path, signer }: Pick<AuditorFolder, 'path' | 'signer'>): string {
  const file = join(path, 'key');
  writeFileSync(file, `${formatVerifierKey(signer.key)}\n`);
  return file;
}

/** What someone does to the copy of an auditor. */
export type PlantedAttack = (folder: AuditorFolder) => void;

/** Plants an attack in a copy, and lists the differences that the check then finds. */
export async function findDifferences(
  sound: AuditorFolder,
  attack: PlantedAttack,
): Promise<{ readonly code: number; readonly differences: readonly string[] }> {
  const folder = copyAuditorFolder(sound);
  try {
    attack(folder);
    const verdict = await checkFolder(folder);
    return { code: toExitCode(verdict), differences: listSentences(verdict, 'DIFFERS', folder) };
  } finally {
    rmSync(folder.path, { recursive: true });
  }
}

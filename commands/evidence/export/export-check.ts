// Checks exports: their files by their manifests, and against the log.
import { checkArtifact } from '../../artifact-check/check-artifact.ts';
import { formatError } from '../../format-error.ts';
import type { EvidenceFindings } from '../evidence-findings.ts';
import type { EvidenceKeys } from '../evidence-keys.ts';
import { requireFile } from '../given-files.ts';
import { compareWithLog } from './export-comparison.ts';
import type { LoggedJournal, PostingPeriod } from './export-comparison.ts';
import { openManifest } from './export-manifest-check.ts';
import type { OpenedManifest } from './export-manifest-check.ts';

export interface OpenedExport extends OpenedManifest {
  /** The file with the entries. */
  readonly artifact: string;
  /** Undefined for a file that cannot be compared with the log. */
  readonly period: PostingPeriod | undefined;
}

/** Opens an export by its manifest. Throws where that cannot be read. */
export function openExport(
  artifact: string,
  keys: EvidenceKeys,
  findings: EvidenceFindings,
): OpenedExport {
  requireFile(artifact);
  const opened = openManifest(artifact, keys, findings);
  return { ...opened, artifact, period: readPeriod(opened) };
}

function readPeriod({ file, manifest }: OpenedManifest): PostingPeriod | undefined {
  if (manifest.format !== 'csv') return undefined;
  const { from } = manifest.period;
  const period = { fromMs: Date.parse(from), beforeMs: Date.parse(manifest.watermark) };
  if (Number.isNaN(period.fromMs + period.beforeMs)) throw new Error(`${file} has no period.`);
  return period;
}

export interface ExportContext {
  readonly findings: EvidenceFindings;
  readonly onProgress: (text: string) => void;
}

/** Checks the file; `logged` is undefined without a proved log. */
export async function checkExport(
  exported: OpenedExport,
  logged: LoggedJournal | undefined,
  { findings, onProgress }: ExportContext,
): Promise<void> {
  const { artifact, period } = exported;
  const subject = { file: artifact };
  try {
    await checkByManifest(exported, { findings, onProgress });
    if (!logged) {
      const sentence = `${artifact} was not compared with the log, because there is no log that is proved.`;
      findings.leaveUnproved('export', sentence, subject);
    } else if (period) {
      await compareWithLog({ ...exported, period }, logged, findings);
    } else {
      findings.leaveUnproved('export', describeLimit(exported), subject);
    }
  } catch (error) {
    findings.leaveUnproved('export', formatError(error), subject);
  }
}

function describeLimit({ artifact, manifest }: OpenedExport): string {
  return `${artifact} is in the format ${manifest.format}, which states neither identifiers nor postings: its journal entries were not compared with the log. A CSV of the same entries can be.`;
}

// As `npm run verify-artifact` does.
async function checkByManifest(
  { artifact, file }: OpenedExport,
  { findings, onProgress }: ExportContext,
): Promise<void> {
  const subject = { file: artifact };
  const { differences, differenceCount } = await checkArtifact(artifact, file, onProgress);
  for (const difference of differences) {
    findings.differ(
      'artifact',
      `${artifact} is not what its manifest says: ${difference}.`,
      subject,
    );
  }
  findings.countUnlisted('artifact', differenceCount - differences.length);
  if (differenceCount > 0) return;
  const sentence = `${artifact} has the checksums and the totals that its manifest states, and whole hash chains.`;
  findings.prove('artifact', sentence, subject);
}

// The report of a check of evidence, for an auditor and for machines.
import type { EvidenceFinding, FindingResult } from './evidence-findings.ts';
import type { EvidenceVerdict } from './verify-evidence.ts';

export const EXIT_PROVED = 0;
export const EXIT_DIFFERS = 1;
export const EXIT_UNPROVED = 2;

const RESULTS: readonly FindingResult[] = ['PROVED', 'REMARK', 'UNPROVED', 'DIFFERS'];
const LABEL_WIDTH = 10;

/** What all findings together amount to. Nothing counts as proved while something is wrong or was not checked. */
export function concludeVerdict({ findings, differenceCount }: EvidenceVerdict): FindingResult {
  if (differenceCount > 0) return 'DIFFERS';
  const isProved =
    findings.some(({ result }) => result === 'PROVED') &&
    findings.every(({ result }) => result !== 'UNPROVED');
  return isProved ? 'PROVED' : 'UNPROVED';
}

export function toExitCode(verdict: EvidenceVerdict): number {
  const conclusion = concludeVerdict(verdict);
  if (conclusion === 'DIFFERS') return EXIT_DIFFERS;
  return conclusion === 'PROVED' ? EXIT_PROVED : EXIT_UNPROVED;
}

/** Formats the findings, what is wrong last, and the conclusion. */
export function formatVerdict(verdict: EvidenceVerdict): string {
  const { findings, differenceCount } = verdict;
  const listed = findings.filter(({ result }) => result === 'DIFFERS').length;
  const lines = RESULTS.flatMap((wanted) => findings.filter(({ result }) => result === wanted));
  return [
    ...lines.map(formatFinding),
    ...(differenceCount > listed
      ? [`${' '.repeat(LABEL_WIDTH)}… and ${differenceCount - listed} more differences.`]
      : []),
    '',
    formatConclusion(verdict),
  ].join('\n');
}

function formatFinding({ result, sentence }: EvidenceFinding): string {
  return `${result.padEnd(LABEL_WIDTH)}${sentence}`;
}

function formatConclusion(verdict: EvidenceVerdict): string {
  const { differenceCount, origin } = verdict;
  switch (concludeVerdict(verdict)) {
    case 'DIFFERS': {
      const count = differenceCount === 1 ? 'one difference' : `${differenceCount} differences`;
      return `NOT PROVED: the evidence of ${origin} has ${count}.`;
    }
    case 'PROVED':
      return `PROVED: everything that was given is as the log ${origin} states it.`;
    default:
      return `NOT PROVED: some of what was given could not be checked against the log ${origin}.`;
  }
}

/** Formats the verdict as JSON, with member names in the style of the API. */
export function formatVerdictJson(verdict: EvidenceVerdict): string {
  const { origin, checkpoint, findings, differenceCount } = verdict;
  const body = {
    result: concludeVerdict(verdict),
    origin,
    ...(checkpoint && { size: checkpoint.size, root: checkpoint.root.toString('base64') }),
    difference_count: differenceCount,
    findings: findings.map(({ result, check, sentence, subject }) => {
      return { result, check, sentence, ...subject };
    }),
  };
  return JSON.stringify(body, undefined, 2);
}

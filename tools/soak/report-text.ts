// What a soak came to, in words.
import type { SoakReport } from './soak.ts';

const FINDINGS_MAX = 50;

export function formatReport(report: SoakReport): string {
  const { seed, answered, acknowledged, refused, disturbances, attempts, overtaken } = report;
  return [
    `Seed ${seed}: ${answered} requests answered, ${acknowledged} mutations acknowledged.`,
    `Refused: ${formatCounts(refused)}.`,
    `Disturbed by: ${formatCounts(disturbances)}.`,
    `Attempts by status: ${formatCounts(attempts)}.`,
    `Refused although an earlier attempt, still under way, succeeded: ${overtaken}.`,
    ...report.checked.map((what) => `Checked: ${what}.`),
    ...report.findings.slice(0, FINDINGS_MAX).map((finding) => `FOUND: ${finding}`),
    formatVerdict(report),
  ].join('\n');
}

function formatVerdict({ findings: { length: count } }: SoakReport): string {
  if (count === 0) return 'Sound: nothing was lost, doubled or changed.';
  return `${count} ${count === 1 ? 'finding' : 'findings'}.`;
}

function formatCounts(counts: ReadonlyMap<string, number>): string {
  const all = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return all.map(([name, count]) => `${name} ${count}`).join(', ') || 'nothing';
}

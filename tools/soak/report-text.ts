// The report of a soak test as text.
import type { SoakReport } from './soak.ts';

const FINDINGS_MAX = 50;

export function formatReport(report: SoakReport): string {
  const { seed, answered, acknowledged, refused, disturbances, attempts, superseded } = report;
  const { postings, transactions } = report.combined;
  return [
    `Seed ${seed}: ${answered} requests answered, ${acknowledged} mutations acknowledged.`,
    `Refused: ${formatCounts(refused)}.`,
    `Disturbances: ${formatCounts(disturbances)}.`,
    `Attempts by status: ${formatCounts(attempts)}.`,
    `Refused although an earlier attempt, still in flight, succeeded: ${superseded}.`,
    `Postings that waited for one account: ${postings} in ${transactions} combined transactions.`,
    ...report.checked.map((subject) => `Checked: ${subject}.`),
    ...report.findings.slice(0, FINDINGS_MAX).map((finding) => `FOUND: ${finding}`),
    formatVerdict(report),
  ].join('\n');
}

function formatVerdict({ findings: { length: count } }: SoakReport): string {
  if (count === 0) return 'Sound: nothing was lost, doubled or changed.';
  return `${count} ${count === 1 ? 'finding' : 'findings'}.`;
}

function formatCounts(counts: ReadonlyMap<string, number>): string {
  const sorted = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([name, count]) => `${name} ${count}`).join(', ') || 'none';
}

// The report of a soak test as text.
import { countByHarm } from './checks/check.ts';
import { formatEntry } from './disturbances/timeline.ts';
import type { DisturbanceCount } from './disturbances/timeline.ts';
import type { SoakReport } from './soak.ts';

const FINDINGS_MAX = 50;
const ENTRIES_MAX = 40;

/** What remains of a soak test among several. */
export interface SoakOutcome {
  readonly seed: number;
  readonly answered: number;
  readonly disturbances: ReadonlyMap<string, DisturbanceCount>;
  readonly findings: readonly string[];
  readonly milliseconds: number;
}

/** The sums over several soak tests, and the seeds to look for findings again. */
export function formatSummary(outcomes: readonly SoakOutcome[]): string {
  const sum = (count: (one: SoakOutcome) => number) =>
    outcomes.reduce((all, one) => all + count(one), 0);
  const disturbances = new Map<string, DisturbanceCount>();
  for (const [name, more] of outcomes.flatMap((one) => [...one.disturbances])) {
    const { caused, hits } = disturbances.get(name) ?? { caused: 0, hits: 0 };
    disturbances.set(name, { caused: caused + more.caused, hits: hits + more.hits });
  }
  const { lost, doubled, unexplained } = countByHarm(outcomes.flatMap(({ findings }) => findings));
  const suspicious = outcomes.filter(({ findings }) => findings.length > 0);
  const hours = (sum(({ milliseconds }) => milliseconds) / 3_600_000).toFixed(2);
  return [
    `Seeds: ${outcomes.length}, with ${sum(({ answered }) => answered)} requests answered in ${hours} hours.`,
    `Kinds of disturbances: ${disturbances.size}: ${formatDisturbances(disturbances)}.`,
    `${lost} lost, ${doubled} doubled, ${unexplained} unexplained.`,
    ...suspicious.map(({ seed, findings }) => `Findings of seed ${seed}: ${findings.length}.`),
  ].join('\n');
}

export function formatReport(report: SoakReport): string {
  const { seed, answered, acknowledged, refused, disturbances, attempts, superseded } = report;
  const { postings, transactions } = report.combined;
  return [
    `Seed ${seed}: ${answered} requests answered, ${acknowledged} mutations acknowledged.`,
    `Refused: ${formatCounts(refused)}.`,
    `Disturbances: ${formatDisturbances(disturbances)}.`,
    `Attempts by status: ${formatCounts(attempts)}.`,
    `Refused although an earlier attempt, still in flight, succeeded: ${superseded}.`,
    `Postings that waited for one account: ${postings} in ${transactions} combined transactions.`,
    ...report.checked.map((subject) => `Checked: ${subject}.`),
    ...report.findings.slice(0, FINDINGS_MAX).map((finding) => `FOUND: ${finding}`),
    ...(report.findings.length === 0 ? [] : formatTimeline(report)),
    formatVerdict(report),
  ].join('\n');
}

/** What was disturbed, the last of it if it is much. */
function formatTimeline({ timeline }: SoakReport): string[] {
  const shown = timeline.slice(-ENTRIES_MAX);
  return [
    `Disturbed (${shown.length} of ${timeline.length} occurrences):`,
    ...shown.map((entry) => `  ${formatEntry(entry)}`),
  ];
}

function formatVerdict({ findings }: SoakReport): string {
  if (findings.length === 0) return 'Sound: nothing was lost, doubled or changed.';
  const { lost, doubled, unexplained } = countByHarm(findings);
  return `${findings.length} findings: ${lost} lost, ${doubled} doubled, ${unexplained} unexplained.`;
}

function formatDisturbances(counts: ReadonlyMap<string, DisturbanceCount>): string {
  return formatCounts(
    new Map([...counts].map(([name, { caused, hits }]) => [`${name} (${caused}x)`, hits])),
  );
}

function formatCounts(counts: ReadonlyMap<string, number>): string {
  const sorted = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([name, count]) => `${name} ${count}`).join(', ') || 'none';
}

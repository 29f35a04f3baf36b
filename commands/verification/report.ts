// A verdict in words, and the progress on the way to it.
import type { VerificationVerdict } from '../../functions/verification/verify.ts';
import type { CheckedCounts } from '../../functions/verification/audit-run.ts';
import type { Difference } from '../../functions/verification/difference.ts';

/** What standard output shows: the differences, each with its place, and a summary. */
export function formatVerdict(verdict: VerificationVerdict): string {
  const { differences, differenceCount } = verdict;
  const unlisted = differenceCount - differences.length;
  return [
    ...differences.map(formatDifference),
    ...(unlisted > 0 ? [`… and ${unlisted} more, which are not listed.\n`] : []),
    formatSummary(verdict),
  ].join('\n');
}

/** The verdict for machines, in the manner of the API. */
export function formatVerdictJson(verdict: VerificationVerdict): string {
  const { isSound, isFinished, tenants, checked, differenceCount, differences } = verdict;
  const { milliseconds } = verdict;
  const body = {
    sound: isSound,
    finished: isFinished,
    tenants,
    checked,
    difference_count: differenceCount,
    differences,
    milliseconds,
  };
  return JSON.stringify(body, undefined, 2);
}

function formatDifference(difference: Difference): string {
  const { check, tenant, kind, id, field, stored, derived, place } = difference;
  return [
    `${tenant}: ${kind} ${id}, ${field} (${check})`,
    `  stored   ${stored}`,
    `  derived  ${derived}`,
    `  at       ${place.PK} | ${place.SK || '(the whole partition)'}`,
    '',
  ].join('\n');
}

function formatSummary(verdict: VerificationVerdict): string {
  const { isSound, isFinished, differenceCount, tenants, checked, milliseconds } = verdict;
  const seen = `${formatCounts(checked)} of ${tenants} ${formatCount(tenants, 'tenants')}`;
  const found = differenceCount === 1 ? 'One difference' : `${differenceCount} differences`;
  const outcome = differenceCount === 0 ? (isSound ? 'Sound' : 'Nothing found') : found;
  const extent = isFinished ? '' : ', and not all of it was read';
  return `${outcome}: ${seen} in ${(milliseconds / 1_000).toFixed(1)} s${extent}.`;
}

/** How many there are of each kind of which there is any. */
export function formatCounts(checked: CheckedCounts): string {
  const counts = Object.entries(checked)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count.toLocaleString('en')} ${formatCount(count, name)}`);
  return counts.join(', ') || 'no records';
}

function formatCount(count: number, plural: string): string {
  const noun = plural.replace('_', ' ');
  return count === 1 ? noun.replace(/ies$/, 'y').replace(/s$/, '') : noun;
}

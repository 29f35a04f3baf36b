// Formats a verdict and the progress of a verification.
import type { VerificationVerdict } from '../../functions/verification/verify.ts';
import type { CheckedCounts } from '../../functions/verification/audit-run.ts';
import type { Difference } from '../../functions/verification/difference.ts';

/** Formats the differences, each with its key, and a summary. */
export function formatVerdict(verdict: VerificationVerdict): string {
  const { differences, differenceCount, remarks } = verdict;
  const unlisted = differenceCount - differences.length;
  return [
    ...differences.map(formatDifference),
    ...(unlisted > 0 ? [`… and ${unlisted} more, which are not listed.\n`] : []),
    ...remarks,
    formatSummary(verdict),
  ].join('\n');
}

/** Formats the verdict as JSON, with member names in the style of the API. */
export function formatVerdictJson(verdict: VerificationVerdict): string {
  const { isSound, isFinished, tenants, checked, differenceCount, differences } = verdict;
  const { remarks, milliseconds } = verdict;
  const body = {
    sound: isSound,
    finished: isFinished,
    tenants,
    checked,
    difference_count: differenceCount,
    differences,
    remarks,
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

/** Formats the counts of all kinds that occur. */
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

// What an export's check has found, for people.
import { toShownText } from '../shown-text.ts';
import type { CheckFindings } from './check-findings.ts';

/** Formats the differences and the conclusion of an export's check. */
export function formatVerdict({ differences, differenceCount }: CheckFindings): string {
  const unlisted = differenceCount - differences.length;
  return [
    ...differences.map((line) => `DIFFERS  ${toShownText(line)}`),
    ...(unlisted > 0 ? [`         … and ${unlisted} more.`] : []),
    differenceCount === 0 ? 'The export is sound.' : 'The export is NOT sound.',
  ].join('\n');
}

/** The differences in JSON, with member names in the style of the API. */
export function toVerdictJson({ differences, differenceCount }: CheckFindings) {
  return { differences, difference_count: differenceCount };
}

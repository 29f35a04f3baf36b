// The exit codes of `npm run verify`, for scripts.
import type { VerificationVerdict } from '../../functions/verification/verify.ts';

const EXIT_SOUND = 0;
const EXIT_DIFFERENT = 1;
export const EXIT_FAILED = 2;
const EXIT_UNFINISHED = 3;

/** A difference that was found is one, whether or not everything was read. */
export function toExitCode({
  isFinished,
  differenceCount,
}: Pick<VerificationVerdict, 'isFinished' | 'differenceCount'>): number {
  if (differenceCount > 0) return EXIT_DIFFERENT;
  return isFinished ? EXIT_SOUND : EXIT_UNFINISHED;
}

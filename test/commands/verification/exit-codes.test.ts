// What scripts learn from `npm run verify`; the journey of the command has a run for each code.
import { expect, test } from '@jest/globals';
import { toExitCode } from '../../../commands/verification/exit-codes.ts';

test.each([
  ['sound', true, 0, 0],
  ['with a difference', true, 2, 1],
  ['unfinished with a difference', false, 1, 1],
  ['unfinished without one', false, 0, 3],
])('a run that is %s', (_, isFinished, differenceCount, code) => {
  expect(toExitCode({ isFinished, differenceCount })).toBe(code);
});

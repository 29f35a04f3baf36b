// Starts with the slowest test files, so that none runs alone at the end. Jest itself sorts by the durations of
// an earlier run, which a new clone does not have, and which are wrong for files that set the clock.
import Sequencer from '@jest/test-sequencer';

/** Test files and folders that take ten seconds or more. */
const SLOW_FILES = [
  'contract/samples.test.ts',
  'tools/soak/soak.test.ts',
  'journeys/console/',
  'journeys/command-line.test.ts',
  'journeys/reference.test.ts',
  'histories/histories.test.ts',
  'histories/histories-with-faults.test.ts',
  'contract/unavailable.test.ts',
  'journeys/projections/',
  'journeys/identity/sign-in-page.test.ts',
  'identity/races.test.ts',
  'tools/exercise/restore.test.ts',
  'batches/export-faults.test.ts',
  'artifacts/artifacts.test.ts',
  'verification/verify.test.ts',
  'verification/record-kinds.test.ts',
  'journeys/',
  'local/start/',
  'identity/security.test.ts',
  'ledger/commit/',
  'ledger/requests/',
  'batches/',
];

const computeRank = ({ path }) => {
  const index = SLOW_FILES.findIndex((file) => path.includes(`/test/${file}`));
  return index === -1 ? SLOW_FILES.length : index;
};

export default class SlowFirstSequencer extends Sequencer {
  sort(tests) {
    return super.sort(tests).toSorted((first, second) => computeRank(first) - computeRank(second));
  }
}

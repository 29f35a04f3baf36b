// A fresh process that verifies the ledger of a source in segments, as the nightly verification does, and prints the
// verdict with its processor time and memory. Started again after it was ended, it continues at its checkpoints:
// node verification-probe.ts ENDPOINT FOLDER
import { verifyInSegments } from '../../../functions/verification/segments/verify-in-segments.ts';
import { VERIFICATION_TIME_BUDGET } from '../../../functions/verification/time-budget.ts';
import { openFileCheckpoints } from '../../../commands/verification/file-checkpoints.ts';
import { readPeakMegabytes } from '../load/processes.ts';
import { openGeneratedStore } from './generated-store.ts';

const SEGMENTS = 8;
const STRETCH_MS = 30_000;

const [endpoint = '', folder = ''] = process.argv.slice(2);
const store = openGeneratedStore(endpoint, VERIFICATION_TIME_BUDGET);

const { isSound, checked, differences } = await verifyInSegments({
  verification: { store },
  checkpoints: openFileCheckpoints(folder),
  codeVersion: 'of this measurement',
  segments: SEGMENTS,
  startStretch: () => {
    const end = Date.now() + STRETCH_MS;
    return () => Date.now() > end;
  },
});
const [difference] = differences;
const { user, system } = process.cpuUsage();
process.stdout.write(
  JSON.stringify({
    isSound,
    count: checked['account_entries'],
    processorMs: (user + system) / 1_000,
    peakMegabytes: readPeakMegabytes(process.pid),
    ...(difference && { difference }),
  }),
);

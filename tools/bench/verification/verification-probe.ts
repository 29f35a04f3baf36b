// A fresh process that verifies the ledger of a source, and prints the verdict with its processor time and memory:
// node verification-probe.ts ENDPOINT
import { readFileSync } from 'node:fs';
import { openStore } from '../../../functions/ledger/store/store.ts';
import { VERIFICATION_TIME_BUDGET } from '../../../functions/verification/time-budget.ts';
import { verifyLedger } from '../../../functions/verification/verify.ts';
import { LEDGER_TABLE, RECEIPTS_TABLE } from './ledger-source.ts';

const [endpoint = ''] = process.argv.slice(2);
const store = openStore(
  { ledgerTable: LEDGER_TABLE, receiptsTable: RECEIPTS_TABLE, shards: 4 },
  {
    ...VERIFICATION_TIME_BUDGET,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    endpoint,
  },
);

const before = performance.now();
const used = process.cpuUsage();
const { isSound, checked, differences } = await verifyLedger({ store });
const { user, system } = process.cpuUsage(used);
const [difference] = differences;
process.stdout.write(
  JSON.stringify({
    isSound,
    count: checked['account_entries'],
    processorMs: (user + system) / 1_000,
    milliseconds: performance.now() - before,
    peakMegabytes: readPeakKilobytes() / 1_024,
    ...(difference && { difference }),
  }),
);

// The usage that Node reports starts with the memory of the parent.
function readPeakKilobytes(): number {
  const [, peak] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return Number(peak);
}

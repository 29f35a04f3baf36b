// A fresh process that rebuilds a read model from all receipts, and prints their number with its processor time and
// memory: node rebuild-probe.ts ENDPOINT READ_MODEL
import type { ReadModelName } from '../../../functions/domain/projections/projector.ts';
import { rebuildProjection } from '../../../functions/projections/rebuild/rebuild.ts';
import { readPeakMegabytes } from '../load/processes.ts';
import { openGeneratedStore } from '../verification/generated-store.ts';

const SEGMENTS = 8;

const [endpoint = '', readModel] = process.argv.slice(2);
const startedAt = performance.now();
const { receipts, failed } = await rebuildProjection(
  openGeneratedStore(endpoint),
  readModel as ReadModelName,
  { segments: SEGMENTS, report: () => undefined, graceMs: 0 },
);
const { user, system } = process.cpuUsage();
process.stdout.write(
  JSON.stringify({
    count: receipts,
    failed,
    processorMs: (user + system) / 1_000,
    milliseconds: performance.now() - startedAt,
    peakMegabytes: readPeakMegabytes(process.pid),
  }),
);

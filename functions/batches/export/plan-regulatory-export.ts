// Divides the journal of an export's period into slices for the workers.
import { task } from '../../runtime/task.ts';
import type { Begun } from './export-work.ts';
import { planSlices } from './slices.ts';
import type { Slice } from './slices.ts';

export const handler = task<Begun, { slices: Slice[]; count: number }>(
  'planRegulatoryExport',
  async ({ input, session }) => {
    const { tenant, from, before } = input;
    const period = { from: new Date(from), before: new Date(before) };
    const slices = await planSlices(session.store, tenant, period);
    return { slices, count: slices.length };
  },
);

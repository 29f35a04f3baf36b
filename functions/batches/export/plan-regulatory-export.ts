// Divides the journal of an export's period into slices for the workers.
import { task } from '../../runtime/task.ts';
import type { ExportPeriod } from './export-input.ts';
import { planSlices } from './slices.ts';
import type { ExportSlice } from './slices.ts';

export const handler = task<ExportPeriod, { slices: ExportSlice[]; count: number }>(
  'planRegulatoryExport',
  async ({ input, session }) => {
    const { tenant, from, before } = input;
    const period = { from: new Date(from), before: new Date(before) };
    const slices = await planSlices(session.store, tenant, period);
    return { slices, count: slices.length };
  },
);

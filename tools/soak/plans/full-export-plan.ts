import { buildExportBody, formatDayFromNow } from '../../samples/request-bodies.ts';
import type { RequestPlan } from './plan.ts';

/** Plans an export of all journal entries of the soak test, which takes less than a day on each side of now. */
export function planFullExport(): RequestPlan {
  const body = buildExportBody({
    period_from: formatDayFromNow(-1),
    period_to: formatDayFromNow(1),
    retention_until: formatDayFromNow(3_650),
  });
  return { operation: 'requestRegulatoryExport', body };
}

import type { Plan } from './plan.ts';

const DAY_MS = 86_400_000;
const dayFromNow = (days: number) =>
  new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

/** An export of all that the soak posts. */
export function exportOfAll(): Plan {
  const body = {
    period_from: dayFromNow(-1),
    period_to: dayFromNow(1),
    legal_basis_code: 'BANKING-ACT-24',
    retention_until: dayFromNow(3_650),
  };
  return { operation: 'requestRegulatoryExport', body };
}

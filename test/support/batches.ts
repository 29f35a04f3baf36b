// Batches as `carla`, a compliance operator, asks for them.
import { expect } from '@jest/globals';
import type { CallOptions, Caller } from './ledger.ts';

export interface BatchReceipt {
  readonly batchId: string;
  readonly type: string;
  readonly status: string;
}

/** A good request; the members given replace the usual ones. */
export function exportRequest(members: Record<string, unknown> = {}) {
  return {
    period_from: '2026-01-01',
    period_to: '2026-01-31',
    legal_basis_code: 'BANKING-ACT-24',
    retention_until: '2036-12-31',
    ...members,
  };
}

/** Asks for an export and gives its receipt. */
export async function requestedExport(
  { call }: Caller,
  members: Record<string, unknown> = {},
  options: CallOptions = {},
): Promise<BatchReceipt> {
  const body = exportRequest(members);
  const answer = await call('requestRegulatoryExport', { subject: 'carla', body, ...options });
  expect(answer.status).toBe(202);
  return answer.body as BatchReceipt;
}

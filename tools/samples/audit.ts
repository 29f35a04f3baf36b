// Samples of the audit trail, which lags behind the ledger by moments.
import type { OperationName } from '../../functions/operations/operations.ts';
import { postSampleEntry } from './accounts.ts';
import { waitUntil } from './projections.ts';
import type { Sample } from './sample.ts';

interface AuditEventPage {
  readonly items: readonly unknown[];
  readonly lag_seconds: number;
}

export const auditSamples = {
  listAuditEvents: async (context) => {
    const request = { query: { subject: await postSampleEntry(context), limit: '20' } };
    await waitUntil(async () => {
      const page = (await context.call('listAuditEvents', request)) as AuditEventPage;
      return page.items.length > 0 && page.lag_seconds === 0;
    });
    return request;
  },
} satisfies Partial<Record<OperationName, Sample>>;

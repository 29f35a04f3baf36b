// Samples of the audit trail and of the directory, which lag behind the requests by moments.
import type { OperationName } from '../../functions/operations/operations.ts';
import { buildAccountBody } from './request-bodies.ts';
import { postSampleEntry } from './accounts.ts';
import { waitUntil } from './projections.ts';
import type { Sample, SampleContext } from './sample.ts';

interface OperatorPage {
  readonly items: readonly { readonly id: string }[];
}

interface AuditEventPage {
  readonly items: readonly unknown[];
  readonly lag_seconds: number;
}

// The first call notes its own caller, a moment later.
async function findOperator({ call }: SampleContext): Promise<string> {
  let id: string | undefined;
  await waitUntil('listOperators', async () => {
    const { items } = (await call('listOperators')) as OperatorPage;
    id = items[0]?.id;
    return id !== undefined;
  });
  return String(id);
}

export const auditSamples = {
  listAuditEvents: async (context) => {
    const request = { query: { subject: await postSampleEntry(context), limit: '20' } };
    await waitUntil('listAuditEvents', async () => {
      const page = (await context.call('listAuditEvents', request)) as AuditEventPage;
      return page.items.length > 0 && page.lag_seconds === 0;
    });
    return request;
  },
  listOperators: async (context) => {
    await findOperator(context);
    return { query: { limit: '20' } };
  },
  getOperator: async (context) => ({ path: { operatorId: await findOperator(context) } }),
  getReceipt: async ({ call, unique }) => {
    const key = `opening-of-an-account-${unique()}`;
    await call('createAccount', { body: buildAccountBody() }, key);
    return { path: { key } };
  },
} satisfies Partial<Record<OperationName, Sample>>;

import { listAuditEvents } from '../../../schemas/generated/operations/list-audit-events.ts';
import { parseTimePeriod } from '../../domain/values/periods.ts';
import { readAuditLagSeconds } from '../../ledger/audit-events/reads.ts';
import { operation } from '../../runtime/operation.ts';
import { readAuditPage } from './read-audit-page.ts';

export const handler = operation(listAuditEvents, async ({ query, session, now, after }) => {
  const { actor, operation: name, subject } = query;
  const filter = { ...parseTimePeriod(query), actor, operation: name, subject, after };
  // Read before the page: whatever is added in between makes the page newer than the lag says.
  const lagSeconds = await readAuditLagSeconds(session, now);
  const page = await readAuditPage(session, filter, query.limit);
  return { ...page, members: { lag_seconds: lagSeconds } };
});

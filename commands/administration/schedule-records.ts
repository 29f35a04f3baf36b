// What `npm run admin -- schedule` records of its changes, from which the API reads the schedule. A schedule
// is not in the identity table, so its record cannot be in one transaction with the change. It comes first: a record of a
// change that then failed misleads less than a change without a record.
import { commitChange } from '../../functions/identity/administration/identity-change.ts';
import type {
  Administration,
  IdentityChange,
} from '../../functions/identity/administration/identity-change.ts';
import {
  SCHEDULE_CLEARED,
  SCHEDULE_SET,
  toScheduleDetails,
} from '../../functions/identity/storage/schedules/schedule-records.ts';
import type { RecordedSchedule } from '../../functions/identity/storage/schedules/schedule-records.ts';

/** Records that the tenant has this schedule from now on. */
export function recordSchedule(
  who: Administration,
  tenant: string,
  schedule: RecordedSchedule,
): Promise<void> {
  return recordChange(who, tenant, { action: SCHEDULE_SET, details: toScheduleDetails(schedule) });
}

/** Records that the tenant no longer has a schedule. */
export function recordClearedSchedule(who: Administration, tenant: string): Promise<void> {
  return recordChange(who, tenant, { action: SCHEDULE_CLEARED });
}

async function recordChange(
  who: Administration,
  tenantId: string,
  change: Pick<IdentityChange, 'action' | 'details'>,
): Promise<void> {
  const otherwise = 'The change was not recorded.';
  await commitChange(who, { ...change, tenantId, subject: tenantId, writes: [], otherwise });
}

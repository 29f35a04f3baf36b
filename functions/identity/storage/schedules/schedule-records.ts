// The schedule of a tenant's exports, as its trail of administration has it: the newest record that sets or clears it.
import { readRecords } from '../administrative-records.ts';
import type { AdministrativeRecord, CallEnd } from '../administrative-records.ts';
import type { IdentityItem, IdentityTable } from '../identity-table.ts';

export interface RecordedSchedule {
  readonly legalBasisCode: string;
  readonly retentionYears: number;
  /** The name of the format; absent if the code chooses. */
  readonly format?: string | undefined;
}

export const SCHEDULE_SET = 'schedule.set';
export const SCHEDULE_CLEARED = 'schedule.cleared';

/** The details of a record that sets a schedule. */
export function toScheduleDetails(schedule: RecordedSchedule): IdentityItem {
  const { legalBasisCode, retentionYears, format } = schedule;
  return {
    legal_basis_code: legalBasisCode,
    retention_years: retentionYears,
    ...(format !== undefined && { format }),
  };
}

const RECORDS_PER_READ = 500;
/** Before the first position and after the last: positions start with a year. */
const [FIRST, LAST] = ['0', '~'];

/**
 * Reads the newest record of the tenant's schedule: one request, and another for every 500 records of
 * administration that are newer. Undefined if none was ever set, or if it was cleared.
 */
export async function readScheduleRecord(
  table: IdentityTable,
  tenant: string,
  until?: CallEnd,
): Promise<(RecordedSchedule & Pick<AdministrativeRecord, 'at'>) | undefined> {
  let to: string | undefined = LAST;
  while (to !== undefined) {
    const sought = { subject: tenant };
    const query = { from: FIRST, to, sought, limit: RECORDS_PER_READ };
    const slice = await readRecords(table, { trail: 'audit', tenant }, query, until);
    const newest = slice.records.find(({ action }) => isScheduleChange(action));
    if (newest !== undefined)
      return newest.action === SCHEDULE_SET ? fromRecord(newest) : undefined;
    to = slice.end;
  }
  return undefined;
}

function isScheduleChange(action: string): boolean {
  return action === SCHEDULE_SET || action === SCHEDULE_CLEARED;
}

function fromRecord({ at, details = {} }: AdministrativeRecord) {
  const { legal_basis_code, retention_years, format } = details;
  return {
    at,
    legalBasisCode: String(legal_basis_code),
    retentionYears: Number(retention_years),
    ...(typeof format === 'string' && { format }),
  };
}

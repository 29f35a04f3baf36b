// The schedule of the tenant's exports, from the records of administration (ADR 115).
import { MONTHLY_SCHEDULE } from '../../domain/batches/export-schedules.ts';
import type { ExportSchedule } from '../../domain/batches/export-schedules.ts';
import { openIdentityTable } from '../../identity/storage/identity-table.ts';
import { readScheduleRecord } from '../../identity/storage/schedules/schedule-records.ts';
import type { Session } from '../../ledger/commit/session.ts';
import { keys } from '../../ledger/store/keys.ts';
import { callStore } from '../../ledger/store/store.ts';
import { requireVariable } from '../../runtime/environment.ts';

const table = openIdentityTable(requireVariable('IDENTITY_TABLE'));

/** Returns the schedule of the tenant; undefined if there is none. */
export async function readExportSchedule({
  store,
  tenant,
}: Session): Promise<ExportSchedule | undefined> {
  // Nothing is read for a text that cannot be the name of a tenant.
  keys.tenant(tenant);
  const record = await callStore(store, (until) => readScheduleRecord(table, tenant, until));
  if (record === undefined) return undefined;
  const { at: setAt, legalBasisCode, retentionYears, format } = record;
  const terms = { legalBasisCode, retentionYears, ...(format !== undefined && { format }) };
  return { ...terms, id: MONTHLY_SCHEDULE, setAt };
}

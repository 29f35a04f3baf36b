import { readRecords } from '../storage/administrative-records.ts';
import type {
  AdministrativeRecord,
  RecordQuery,
  RecordTrail,
} from '../storage/administrative-records.ts';
import { identityKeys, readItem } from '../storage/identity-table.ts';
import { ChangeRefusal } from './identity-change.ts';
import type { Administration } from './identity-change.ts';

const RECORDS_PER_REQUEST = 1_000;

/** The trail of changes that concern all tenants, such as operator interfaces and signing keys. */
const DEPLOYMENT = '';

export interface TrailFilter {
  /** The first and the last instant. */
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly sought: RecordQuery['sought'];
}

/** Lists the records of a tenant, of its operators' own changes and of what concerns all tenants, newest first. */
export async function listAdministrativeRecords(
  { table }: Administration,
  tenantId: string,
  { from, to, sought }: TrailFilter,
): Promise<AdministrativeRecord[]> {
  const tenant = await readItem(table, identityKeys.tenantEntry(tenantId));
  if (tenant === undefined) throw new ChangeRefusal(`There is no tenant ${tenantId}.`);
  const range = {
    from: from?.toISOString() ?? '0',
    to: to === undefined ? '~' : `${to.toISOString()}#~`,
  };
  if (range.from > range.to) return [];
  const records: AdministrativeRecord[] = [];
  const trails: readonly RecordTrail[] = [
    { trail: 'audit', tenant: tenantId },
    { trail: 'ownChange', tenant: tenantId },
    { trail: 'audit', tenant: DEPLOYMENT },
  ];
  for (const trail of trails) {
    for (let end: string | undefined = range.to; end !== undefined;) {
      const query = { ...range, to: end, sought, limit: RECORDS_PER_REQUEST };
      const slice = await readRecords(table, trail, query);
      // The position at which reading stopped was read; the next request includes it again.
      const seen = records.at(-1)?.position;
      records.push(...slice.records.filter(({ position }) => position !== seen));
      end = slice.end === end ? undefined : slice.end;
    }
  }
  return records.toSorted((a, b) => (a.position < b.position ? 1 : -1));
}

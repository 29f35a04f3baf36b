// Merges the audit events of the ledger with the records of administration, newest first.
import { openIdentityTable } from '../../identity/storage/identity-table.ts';
import { readRecords } from '../../identity/storage/administrative-records.ts';
import type {
  AdministrativeRecord,
  RecordQuery,
  RecordTrail,
} from '../../identity/storage/administrative-records.ts';
import { readAuditEvents, toPosition, toPositionRange } from '../../ledger/audit-events/reads.ts';
import type { AuditEventFilter } from '../../ledger/audit-events/reads.ts';
import type { Session } from '../../ledger/commit/session.ts';
import { mergeNewestFirst, READ_AHEAD_MAX } from '../../ledger/store/filtered-lists.ts';
import type { ReadBranch } from '../../ledger/store/filtered-lists.ts';
import { keys } from '../../ledger/store/keys.ts';
import { toPage } from '../../ledger/store/pages.ts';
import type { Page } from '../../ledger/store/pages.ts';
import { callStore } from '../../ledger/store/store.ts';
import { requireVariable } from '../../runtime/environment.ts';
import { toAdministrativeEventView, toAuditEventView } from '../../views/audit-event.ts';
import type { AuditEvent as AuditEventBody } from '../../../schemas/generated/types.ts';

const table = openIdentityTable(requireVariable('IDENTITY_TABLE'));

/** The trail of changes that belong to no tenant and concern all: clients of operators, signing keys. */
const DEPLOYMENT = '';

interface PositionedEvent {
  readonly position: string;
  readonly view: AuditEventBody;
}

/** A page of audit events: one request to the read model, and one to each of three trails. */
export async function readAuditPage(
  session: Session,
  filter: AuditEventFilter,
  limit: number,
): Promise<Page<AuditEventBody>> {
  // Nothing is read for a text that cannot be the name of a tenant.
  keys.tenant(session.tenant);
  const { tenant } = session;
  const sources = await Promise.all([
    readLedgerEvents(session, filter, limit),
    readTrail(session, filter, limit, { trail: 'audit', tenant }),
    readTrail(session, filter, limit, { trail: 'ownChange', tenant }),
    readTrail(session, filter, limit, { trail: 'audit', tenant: DEPLOYMENT }),
  ]);
  const { found, end } = mergeNewestFirst(sources, ({ position }) => position);
  const page = found.slice(0, limit);
  const next = page.length < found.length ? page.at(-1)?.position : end;
  return toPage(
    page.map(({ view }) => view),
    next !== undefined,
    next,
  );
}

async function readLedgerEvents(
  session: Session,
  filter: AuditEventFilter,
  limit: number,
): Promise<ReadBranch<PositionedEvent>> {
  const { events, end } = await readAuditEvents(session, filter, limit);
  return {
    items: events.map((event) => ({ position: toPosition(event), view: toAuditEventView(event) })),
    end,
  };
}

async function readTrail(
  { store }: Session,
  filter: AuditEventFilter,
  limit: number,
  trail: RecordTrail,
): Promise<ReadBranch<PositionedEvent>> {
  const sought = listSoughtAttributes(filter);
  const isFiltered = Object.keys(sought).length > 0;
  const query = {
    ...toPositionRange(filter),
    sought,
    limit: isFiltered ? READ_AHEAD_MAX : limit + 1,
  };
  const { records, end } = await callStore(store, (until) =>
    readRecords(table, trail, query, until),
  );
  return { items: records.map(toPositionedEvent), end };
}

function listSoughtAttributes({
  actor,
  operation,
  subject,
}: AuditEventFilter): RecordQuery['sought'] {
  return {
    ...(actor !== undefined && { actor }),
    ...(operation !== undefined && { action: operation }),
    ...(subject !== undefined && { subject }),
  };
}

function toPositionedEvent({ position, ...record }: AdministrativeRecord): PositionedEvent {
  const [, id = ''] = position.split('#');
  return { position, view: toAdministrativeEventView({ ...record, id: `adm_${id}` }) };
}

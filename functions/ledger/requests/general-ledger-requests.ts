// Reads and writes of requests to change the general ledger.
import type {
  ApprovedGeneralLedgerRequest,
  GeneralLedgerRecords,
  GeneralLedgerRequest,
  GeneralLedgerRequestKind,
} from '../../domain/requests/general-ledger.ts';
import { Refusal } from '../../domain/refusals/refusals.ts';
import type { DecisionStatus } from '../../domain/requests/transitions.ts';
import type { Write } from '../commit/commit.ts';
import { buildPutNew, buildVersionCheck } from '../commit/conditional-writes.ts';
import { readToDecide } from '../commit/read-to-decide.ts';
import type { Session } from '../commit/session.ts';
import { buildPeriodWrite, readPeriodToChange } from '../general-ledger/periods.ts';
import { buildSettingsWrite, readSettingsToChange } from '../general-ledger/settings.ts';
import { buildPostingWrites } from '../journal/writes.ts';
import { getItem } from '../store/batch-get.ts';
import { listFiltered } from '../store/filtered-lists.ts';
import { isId } from '../store/ids.ts';
import type { Item } from '../store/item.ts';
import { keys } from '../store/keys.ts';
import { INVALID_CURSOR_MESSAGE, buildKeyBefore, listMerged } from '../store/merged-lists.ts';
import type { Listing } from '../store/merged-lists.ts';
import { toPage } from '../store/pages.ts';
import type { Page } from '../store/pages.ts';
import { generalLedgerRequestFields, toGeneralLedgerRequestItem } from './general-ledger-items.ts';
import { listRequestPartitions } from './reads.ts';
import { buildApprovalWrite, buildRejectionWrite } from './writes.ts';
import { readYear } from './year-closings.ts';

/** One request: one request to the store. Refuses with general_ledger_request_not_found. */
export async function readGeneralLedgerRequest(
  session: Session,
  id: string,
): Promise<GeneralLedgerRequest> {
  const key = keys.request(session.tenant, 'GLR', id);
  return requireRequest(id, isId('glr', id) ? await getItem(session, key) : undefined);
}

/** The request that a mutation decides on, read by readToDecide. Refuses like the above. */
export async function readGeneralLedgerRequestToDecide(
  session: Session,
  id: string,
): Promise<GeneralLedgerRequest> {
  const wanted = isId('glr', id) ? [keys.request(session.tenant, 'GLR', id)] : [];
  const [item] = await readToDecide(session, wanted);
  return requireRequest(id, item);
}

function requireRequest(id: string, item: Item | undefined): GeneralLedgerRequest {
  if (!item) {
    const sentence = `There is no general-ledger request ${id.slice(0, 64)}.`;
    throw new Refusal('general_ledger_request_not_found', sentence);
  }
  return generalLedgerRequestFields.fromItem(item);
}

/**
 * The records that an approval changes, read by readToDecide, and for the closing of a year the balances.
 * Refuses as readYear does.
 */
export async function readRecordsToApprove(
  session: Session,
  { period, yearClosing }: GeneralLedgerRequest,
): Promise<GeneralLedgerRecords> {
  if (period === undefined) return { settings: await readSettingsToChange(session) };
  const records = await readPeriodToChange(session, period);
  if (!yearClosing) return records;
  return { ...records, year: await readYear(session, yearClosing, records.settings) };
}

export interface GeneralLedgerRequestFilter {
  readonly status?: DecisionStatus | undefined;
  readonly kind?: GeneralLedgerRequestKind | undefined;
  readonly period?: string | undefined;
}

/**
 * A page of requests, newest first: at most 4 queries with a status or a period, one for each shard
 * without. The kind has no key: such a page examines at most 1,000 items (ADR 027).
 */
export async function listGeneralLedgerRequests(
  session: Session,
  { status, kind, period: subject }: GeneralLedgerRequestFilter,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<Page<GeneralLedgerRequest>> {
  if (after !== undefined && !isId('glr', after))
    throw new Refusal('invalid_cursor', INVALID_CURSOR_MESSAGE);
  const listing: Listing = {
    ...listRequestPartitions(session, { kind: 'GLR', subject, status }),
    range: { from: 'glr_', to: after === undefined ? 'glr_~' : buildKeyBefore(after) },
    order: 'newest first',
    spread: 'any',
  };
  const page = await readPage(session, listing, kind, limit);
  return { ...page, items: page.items.map(generalLedgerRequestFields.fromItem) };
}

async function readPage(
  { store }: Session,
  listing: Listing,
  kind: GeneralLedgerRequestKind | undefined,
  limit: number,
): Promise<Page<Item>> {
  if (kind !== undefined) return listFiltered(store, listing, { request_kind: kind }, limit);
  const { items, hasMore } = await listMerged(store, listing, limit);
  return toPage(items, hasMore, items.at(-1)?.SK);
}

/** Stores a request. */
export function buildGeneralLedgerSubmissionWrites(
  { store, tenant }: Session,
  request: GeneralLedgerRequest,
): Write[] {
  return [buildPutNew(store.ledgerTable, toGeneralLedgerRequestItem(tenant, request))];
}

/** Approves the request and changes its records, provided that they have not changed meanwhile. */
export function buildGeneralLedgerApprovalWrites(
  session: Session,
  before: GeneralLedgerRecords,
  { request, changed }: ApprovedGeneralLedgerRequest,
): Write[] {
  const item = toGeneralLedgerRequestItem(session.tenant, request);
  const decision = buildApprovalWrite(session, item);
  if (!changed) return [decision, buildUnchangedCheck(session, before)];
  const { settings, period, entries = [] } = changed;
  return [
    decision,
    buildSettingsWrite(session, settings),
    ...(period ? [buildPeriodWrite(session, period)] : []),
    ...buildPostingWrites(session, new Map(), { entries, accounts: [] }),
  ];
}

// Each change of a period changes the settings too, so they show that the cause of a failure still exists.
function buildUnchangedCheck(session: Session, { settings }: GeneralLedgerRecords): Write {
  const key = keys.generalLedgerSettings(session.tenant);
  if (settings.version > 0) return buildVersionCheck(session, key, settings.version);
  const target = { TableName: session.store.ledgerTable, Key: key };
  const condition = { ConditionExpression: 'attribute_not_exists(PK)' };
  return { action: { ConditionCheck: { ...target, ...condition } }, otherwise: 'retry' };
}

/** Stores the rejection of the request. */
export function buildGeneralLedgerRejectionWrites(
  session: Session,
  request: GeneralLedgerRequest,
): Write[] {
  const item = toGeneralLedgerRequestItem(session.tenant, request);
  return [buildRejectionWrite(session, item)];
}

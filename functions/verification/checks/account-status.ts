// An account's status and the times beside it are what the receipt of its newest change of status states;
// an account whose status never changed is as it was opened and posted on.
import type { AccountState } from '../../domain/accounts/accounts.ts';
import { accountStateFields } from '../../ledger/accounts/items.ts';
import type { StoredEvent } from '../../ledger/commit/receipt-events.ts';
import { fromLifecycleItem } from '../../ledger/requests/items.ts';
import { keys } from '../../ledger/store/keys.ts';
import type { Key } from '../../ledger/store/keys.ts';
import { readRecord } from '../../ledger/store/table-scans.ts';
import { toAccountView } from '../../views/account.ts';
import type { VerificationCheck, VerificationRun } from '../check.ts';
import { countStatusChanges, findStateFlaws } from '../records/account-states.ts';
import { compareMembers } from '../records/member-texts.ts';
import { readReceiptContent } from '../records/receipt-content.ts';
import type { Members } from '../records/stored-record-form.ts';
import { readIfSound } from '../records/unreadable.ts';

export const accountStatus: VerificationCheck = {
  name: 'account-status',
  begin: (audit) => ({
    kinds: ['BAL', 'RCP'],
    visit: ({ tenant, kind, item }) => {
      if (kind === 'RCP') return compareStatusChanges(audit, tenant, item);
      const state = accountStateFields.fromItem(item);
      for (const [field, stored, derived] of findStateFlaws(state)) {
        const { id } = state;
        audit.report({ tenant, kind: 'account', id, place: item, field, stored, derived });
      }
      return undefined;
    },
  }),
};

function compareStatusChanges(
  audit: VerificationRun,
  tenant: string,
  receipt: Key & Record<string, unknown>,
): Promise<void> | undefined {
  const { events } = readReceiptContent(tenant, receipt);
  const changed = events.filter(({ type }) => type === 'account.status_changed');
  return changed.length === 0
    ? undefined
    : compareChangedStatus(audit, tenant, { events, changed });
}

async function compareChangedStatus(
  audit: VerificationRun,
  tenant: string,
  { events, changed }: Readonly<Record<'events' | 'changed', readonly StoredEvent[]>>,
): Promise<void> {
  for (const event of changed) {
    const request = events.find(
      ({ type, payload }) =>
        type === 'lifecycle_request.applied' &&
        (payload as Members)['account_id'] === event.aggregateId,
    );
    if (request)
      await compareStatusChange(audit, tenant, { event, requestId: request.aggregateId });
  }
}

// The request holds the account just before the change, and so the number of changes before it.
async function compareStatusChange(
  audit: VerificationRun,
  tenant: string,
  { event, requestId }: { readonly event: StoredEvent; readonly requestId: string },
): Promise<void> {
  const after = event.payload as Members;
  const place = keys.request(tenant, 'LCR', requestId);
  const item = await readRecord(audit.store, place);
  const request = item && readIfSound(() => fromLifecycleItem(item));
  if (!request) return;
  const { account } = request;
  const { status, version, updated_at, frozen_at, closed_at, ...unchanged } = after;
  const {
    status: _status,
    version: _version,
    updated_at: _updated,
    ...before
  } = toAccountView({
    terms: account.terms,
    state: account.state,
  });
  const { frozen_at: _frozen, closed_at: _closed, ...copied } = before;
  const next = {
    ...copied,
    version: account.state.version + 1,
    status: request.targetStatus,
    // Events of earlier versions do not name the status before.
    ...('from_status' in after && { from_status: request.fromStatus }),
  };
  for (const flaw of compareMembers(next, { ...unchanged, version, status })) {
    const field = `account/${flaw.field}`;
    audit.report({ tenant, kind: 'lifecycle_request', id: requestId, place, ...flaw, field });
  }
  const change = countStatusChanges(account.state) + 1;
  const members = { status, frozen_at, closed_at };
  await compareAccount(audit, tenant, {
    id: event.aggregateId,
    change,
    version,
    members,
    updated_at,
  });
}

interface StatusChange {
  readonly id: string;
  /** How many changes of status the account had with this one. */
  readonly change: number;
  readonly version: unknown;
  readonly updated_at: unknown;
  readonly members: Members;
}

// Until the next change of status, the account keeps what this one gave it.
async function compareAccount(
  audit: VerificationRun,
  tenant: string,
  { id, change, version, updated_at, members }: StatusChange,
): Promise<void> {
  const place = keys.balance(tenant, id);
  const item = await readRecord(audit.store, place);
  const state = item && readIfSound(() => accountStateFields.fromItem(item));
  if (!state || countStatusChanges(state) !== change) return;
  const isPosted = state.version !== version;
  const derived = { ...members, updated_at: isPosted ? state.postedAt : updated_at };
  for (const flaw of compareMembers(toStatusMembers(state), derived)) {
    audit.report({ tenant, kind: 'account', id, place, ...flaw });
  }
}

function toStatusMembers({ status, frozenAt, closedAt, updatedAt }: AccountState): Members {
  return { status, frozen_at: frozenAt, closed_at: closedAt, updated_at: updatedAt };
}

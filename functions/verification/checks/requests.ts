// A request's copy of its account or of its target equals the record, and no maker decided on their own
// request, except to withdraw it.
import type { ControlledRequest } from '../../domain/requests/decisions.ts';
import { readTargetId } from '../../domain/requests/adjustments.ts';
import type { AccountState } from '../../domain/accounts/accounts.ts';
import { toJournalEntryId } from '../../domain/journal/journal.ts';
import { formatMoney } from '../../domain/values/money.ts';
import { accountEntryFields } from '../../ledger/accounts/entry-items.ts';
import { accountMetadataFields } from '../../ledger/accounts/items.ts';
import { fromJournalItem, toJournalItem } from '../../ledger/journal/items.ts';
import { fromAdjustmentItem } from '../../ledger/requests/adjustment-items.ts';
import { RECORD_KINDS } from '../../ledger/record-kinds.ts';
import type { RecordKind } from '../../ledger/record-kinds.ts';
import { changeRequestFields } from '../../ledger/requests/change-items.ts';
import { generalLedgerRequestFields } from '../../ledger/requests/general-ledger-items.ts';
import { fromLifecycleItem } from '../../ledger/requests/items.ts';
import { CONTENDED_AT } from '../../ledger/commit/combining/contention.ts';
import { map } from '../../ledger/store/attributes.ts';
import { formatStoredValue } from '../../ledger/store/item.ts';
import type { Item } from '../../ledger/store/item.ts';
import { keys } from '../../ledger/store/keys.ts';
import { readRecord } from '../../ledger/store/table-scans.ts';
import type { VerificationCheck, VerificationRun } from '../check.ts';
import { NO_RECORD } from '../difference.ts';
import { countStatusChanges, findStateFlaws } from '../records/account-states.ts';
import { compareTexts } from '../records/member-texts.ts';
import { readIfSound } from '../records/unreadable.ts';

type TextFlaw = ReturnType<typeof compareTexts>[number];

export const requests: VerificationCheck = {
  name: 'requests',
  begin: (audit) => ({
    kinds: ['LCR', 'FAR', 'GLR', 'CHG'],
    visit: async ({ tenant, kind, item }) => {
      const { noun } = RECORD_KINDS[kind];
      for (const flaw of await findRequestFlaws(audit, tenant, kind, item)) {
        audit.report({ tenant, kind: noun, id: item.SK, place: item, ...flaw });
      }
    },
  }),
};

async function findRequestFlaws(
  audit: VerificationRun,
  tenant: string,
  kind: RecordKind,
  item: Item,
): Promise<TextFlaw[]> {
  if (kind === 'GLR') return findOwnDecision(generalLedgerRequestFields.fromItem(item));
  if (kind === 'CHG') return findOwnDecision(changeRequestFields.fromItem(item));
  if (kind === 'LCR') {
    const flaws = await compareAccountCopy(audit, tenant, item);
    return [...findOwnDecision(fromLifecycleItem(item)), ...flaws];
  }
  const flaws = await compareTargetCopy(audit, tenant, item);
  return [...findOwnDecision(fromAdjustmentItem(item)), ...flaws];
}

function findOwnDecision({ status, requestedBy, decidedBy }: ControlledRequest): TextFlaw[] {
  const isApproved = status === 'APPLIED' || status === 'FAILED';
  if (!isApproved || decidedBy !== requestedBy) return [];
  return [{ field: 'decided_by', stored: requestedBy, derived: 'another operator than its maker' }];
}

// The records that the copy was made of never change, except the account itself: that is compared while
// it is still at the version of the copy, as a closed one always is.
async function compareAccountCopy(
  audit: VerificationRun,
  tenant: string,
  item: Item,
): Promise<TextFlaw[]> {
  const { account, status, fromStatus } = fromLifecycleItem(item);
  const { terms, state } = account;
  const copy = map(item, 'account');
  const opened = await readRecord(audit.store, keys.account(tenant, terms.id));
  const current = await readRecord(audit.store, keys.balance(tenant, terms.id));
  const isCurrent = state.status === 'CLOSED' || current?.['version'] === copy['version'];
  return [
    ...compareAttributes('account', copy, opened && omitMetadata(opened)),
    ...(isCurrent ? compareAttributes('account', copy, current) : []),
    ...findStateFlaws(state).map(([field, stored, derived]) => ({
      field: `account/${field}`,
      stored,
      derived,
    })),
    // A request that has failed may hold the account as its approval found it.
    ...(status === 'FAILED'
      ? []
      : compareTexts({ 'account/status': state.status }, { 'account/status': fromStatus })),
    ...findVersionFlaw(state),
    ...(await compareWithEntry(audit, tenant, state)),
  ];
}

// An active account was unfrozen as often as frozen; a frozen one was frozen once more.
function findVersionFlaw(state: AccountState): TextFlaw[] {
  const { status, sequence, version } = state;
  const changes = countStatusChanges(state);
  const isPossible = status === 'CLOSED' || changes % 2 === (status === 'FROZEN' ? 1 : 0);
  if (changes >= 0 && isPossible) return [];
  const derived = `${sequence + 1}, and one more for each change of status`;
  return [{ field: 'account/version', stored: String(version), derived }];
}

// The account's newest entry at the time of the copy.
async function compareWithEntry(
  audit: VerificationRun,
  tenant: string,
  { id, sequence, balance, head, postedAt = '' }: AccountState,
): Promise<TextFlaw[]> {
  if (sequence === 0) return [];
  const stored = await readRecord(audit.store, keys.entry(tenant, id, postedAt, sequence));
  if (!stored) {
    const field = 'account/sequence';
    return [
      { field, stored: `${sequence}, posted at ${postedAt}`, derived: 'an entry that exists' },
    ];
  }
  const entry = readIfSound(() => accountEntryFields.fromItem(stored));
  if (!entry) return [];
  return compareTexts(
    { 'account/balance': formatMoney(balance), 'account/head': head },
    { 'account/balance': formatMoney(entry.balanceAfter), 'account/head': entry.hash },
  );
}

// A copy is without the metadata, which may change at any time.
function omitMetadata(opened: Item): Item {
  const attributes = Object.entries(opened).filter(
    ([name]) => !accountMetadataFields.attributes.includes(name),
  );
  return { ...Object.fromEntries(attributes), PK: opened.PK, SK: opened.SK };
}

// A copy holds the attributes of the record, besides its own. That a balance was contended is no part of the account.
function compareAttributes(
  name: string,
  copy: Readonly<Record<string, unknown>>,
  record: Item | undefined,
): TextFlaw[] {
  if (!record)
    return [{ field: name, stored: name, derived: `the ${name} that it was copied from` }];
  const { PK: _PK, SK: _SK, [CONTENDED_AT]: _contendedAt, ...attributes } = record;
  return Object.entries(attributes).flatMap(([attribute, value]) =>
    compareTexts(
      toText(`${name}/${attribute}`, copy[attribute]),
      toText(`${name}/${attribute}`, value),
    ),
  );
}

function toText(name: string, value: unknown): Record<string, string> {
  return value === undefined ? {} : { [name]: formatStoredValue(value) };
}

async function compareTargetCopy(
  audit: VerificationRun,
  tenant: string,
  item: Item,
): Promise<TextFlaw[]> {
  const { target } = fromAdjustmentItem(item);
  const id = toJournalEntryId(readTargetId(target));
  const stored = await readRecord(audit.store, keys.journalEntry(tenant, id));
  if (!stored) return [{ field: 'target', stored: id, derived: NO_RECORD }];
  // A copy is without the hashes of the postings.
  const record = readIfSound(() => toJournalItem(tenant, fromJournalItem(stored)));
  if (!record) return [];
  const isLoan = target.entry.loanEntry !== undefined;
  return [
    ...compareAttributes('target', map(item, 'target'), record),
    ...(target.type === 'TRANSACTION' && !isLoan
      ? [{ field: 'target_type', stored: target.type, derived: 'JOURNAL_ENTRY' }]
      : []),
  ];
}

// What a change would do, as a preview shows it: to the records that it replaces or adds, to balances, and in the
// journal. The change is that of the operation itself; nothing here decides.
import type { Refusal } from '../../domain/refusals/refusals.ts';
import type { RequestCause } from '../../domain/requests/change-requests.ts';
import { formatMoney, money, readCurrency } from '../../domain/values/money.ts';
import { accountStateFields } from '../../ledger/accounts/items.ts';
import type { LedgerChange } from '../../ledger/commit/ledger-change.ts';
import { readPayload } from '../../ledger/commit/receipt-events.ts';
import type { Item } from '../../ledger/store/item.ts';
import { formatKey } from '../../ledger/store/keys.ts';
import type { DecisionPreview, JournalEntry } from '../../../schemas/generated/types.ts';
import { findRecordView, listRecordChanges } from './record-changes.ts';

/** What a decision has come to, and the controls that would catch it or have caught it. */
export interface PreviewedDecision {
  readonly change?: LedgerChange;
  readonly refusal?: Refusal;
  readonly controls: readonly RequestCause[];
}

/** The records that the change would replace or add, as a preview shows them: by their ids, so that two previews agree. */
export function listShownItems({ change }: PreviewedDecision): Item[] {
  const writes = findEffect(change)?.writes ?? [];
  const after = writes.flatMap(({ action }) => (action.Put?.Item as Item | undefined) ?? []);
  const shown = after.filter((item) => findRecordView(item) !== undefined);
  return shown.toSorted((one, other) => (readOrder(one) < readOrder(other) ? -1 : 1));
}

// The shard in the partition key of an account is drawn by lot.
const readOrder = ({ PK, SK }: Item) => `${String(SK)} ${String(PK)}`;

/** Shows the decision; `before` has the present items of `listShownItems`, by formatted key. */
export function toDecisionPreviewView(
  previewed: PreviewedDecision,
  before: ReadonlyMap<string, Item>,
  now: Date,
): DecisionPreview {
  const { change, refusal = change?.obstacle, controls } = previewed;
  const effect = findEffect(change);
  const shown = listShownItems(previewed);
  return {
    outcome: nameOutcome(previewed),
    previewed_at: now.toISOString(),
    ...(refusal && { refusal: toRefusalMember(refusal) }),
    ...readWarnings(effect),
    changes: shown.flatMap((item) => listRecordChanges(before.get(formatKey(item)), item)),
    balances: shown.flatMap((item) => describeBalance(before.get(formatKey(item)), item)),
    journal_entries: effect ? listEntries(effect) : [],
    controls: controls.map((control) => ({ ...control })) as DecisionPreview['controls'],
  };
}

function toRefusalMember({ code, message, faults }: Refusal): DecisionPreview['refusal'] {
  return { code, message, ...(faults && { faults: [...faults] }) };
}

/** An accepted rule is answered with what is wrong with it. */
function readWarnings(effect: LedgerChange | undefined): Pick<DecisionPreview, 'warnings'> {
  const { warnings } = (effect?.body ?? {}) as Pick<DecisionPreview, 'warnings'>;
  return warnings ? { warnings } : {};
}

// A failed approval changes nothing but its request.
function findEffect(change: LedgerChange | undefined): LedgerChange | undefined {
  return change?.obstacle ? undefined : (change?.effect ?? change);
}

function nameOutcome({ change }: PreviewedDecision): DecisionPreview['outcome'] {
  if (!change) return 'REFUSED';
  if (change.obstacle) return 'FAILED';
  return change.status === 202 ? 'PENDING_APPROVAL' : 'APPLIED';
}

function describeBalance(before: Item | undefined, after: Item): DecisionPreview['balances'] {
  if (!isBalance(after)) return [];
  const { id, balance } = accountStateFields.fromItem(after);
  const currency = readCurrency(balance);
  const present = before ? accountStateFields.fromItem(before).balance : money(0n, currency);
  return [{ account_id: id, currency, before: formatMoney(present), after: formatMoney(balance) }];
}

function isBalance({ PK, SK }: Item): boolean {
  return SK === 'B' && PK.includes('#BAL#');
}

// Without what only a posted entry has: identifiers and its time.
function listEntries({ events, body }: LedgerChange): DecisionPreview['journal_entries'] {
  return events
    .filter(({ type }) => type === 'journal_entry.posted')
    .map((event) => {
      const entry = readPayload(event, body) as JournalEntry;
      const { entry_type, ledger_lines, account_postings, currency, description } = entry;
      const { effective_date, control_differences, skipped_rules } = entry;
      return {
        entry_type,
        ledger_lines,
        account_postings: account_postings.map(
          ({ entry_id: _entry, posting_key: _key, ...posting }) => posting,
        ),
        ...(currency !== undefined && { currency }),
        ...(description !== undefined && { description }),
        effective_date,
        ...(control_differences && { control_differences }),
        ...(skipped_rules && { skipped_rules }),
      };
    });
}

// Tries controls on stored entries: which of them would have waited for a second operator. What the ledger did
// not store of that moment is no variable here, so that a condition that uses it has an error, as it would catch.
import type { AccountState } from '../accounts/accounts.ts';
import type { JournalEntry } from '../journal/journal.ts';
import type { Product } from '../products/products.ts';
import { money, readCurrency, toMinorUnits } from '../values/money.ts';
import type { Money } from '../values/money.ts';
import { isService } from '../values/service-subjects.ts';
import { listChangeSubjects } from './change-subjects.ts';
import type { ChangeSubject } from './change-subjects.ts';
import { compileControls, findCatchingControl } from './compiled-controls.ts';
import type { CatchingControl, CompiledControl } from './compiled-controls.ts';
import { buildControlVariables } from './control-variables.ts';
import type { Control } from './controls.ts';
import { measureEntry } from './entry-amounts.ts';

const OPERATION = 'postJournalEntry';

/** The steps that all conditions may take for one entry, and for all entries of a request. */
const ENTRY_STEPS_MAX = 100_000;
const REQUEST_STEPS_MAX = 2_000_000;

/** A stored entry with the contract's members, and the records that its postings name, as they are now. */
export interface StoredEntry {
  readonly entry: JournalEntry;
  readonly members: Readonly<Record<string, unknown>>;
  readonly accounts: ReadonlyMap<string, AccountState>;
  readonly products: ReadonlyMap<string, Product>;
}

export interface EntryControlTrial {
  readonly entry: JournalEntry;
  readonly amount: Money;
  /** The first control that catches the entry, and its place among those that were tried. */
  readonly caught?: CatchingControl & { readonly position: number };
}

/** Tries the controls of postings on each entry, as if it were posted alone. */
export function tryControlsOnEntries(
  controls: readonly Control[],
  entries: readonly StoredEntry[],
): EntryControlTrial[] {
  const compiled = compileControls(controls);
  const share = Math.floor(REQUEST_STEPS_MAX / Math.max(1, entries.length * compiled.length));
  const stepsMax = Math.min(ENTRY_STEPS_MAX, share);
  return entries.map((stored) => {
    const caught = findCatching(compiled, stored, stepsMax);
    return { entry: stored.entry, amount: measureEntry(stored.entry), ...(caught && { caught }) };
  });
}

function findCatching(
  controls: readonly CompiledControl[],
  stored: StoredEntry,
  stepsMax: number,
): EntryControlTrial['caught'] {
  const { members } = stored;
  const subjects = listChangeSubjects([{ type: 'journal_entry.posted', payload: members }]);
  const variables = subjects.map((subject) => buildStoredVariables(stored, subject));
  const requests = [{ operation: OPERATION, members }];
  for (const [position, control] of controls.entries()) {
    const caught = findCatchingControl([control], requests, variables, stepsMax);
    if (caught) return { ...caught, position };
  }
  return undefined;
}

function buildStoredVariables(
  { entry, accounts, products }: StoredEntry,
  subject: ChangeSubject,
): Readonly<Record<string, unknown>> {
  const { postedBy: id, postedAt } = entry;
  const kind = isService(id, undefined) ? 'SERVICE' : 'OPERATOR';
  const account = findAccountBefore(entry, accounts.get(subject.accountId ?? ''));
  const product = products.get(account?.productId ?? '');
  const call = { actor: { id, kind }, now: new Date(postedAt) } as const;
  const variables = buildControlVariables(call, subject, { account, product });
  if (!account) return variables;
  const { version: _, ...known } = variables['account'] as Readonly<Record<string, unknown>>;
  return { ...variables, account: known };
}

// The account before the entry's first posting on it. Only an ACTIVE account takes postings.
function findAccountBefore(
  { postings }: JournalEntry,
  account: AccountState | undefined,
): AccountState | undefined {
  const first = postings.find(({ accountId }) => accountId === account?.id);
  if (!account || !first) return undefined;
  const [after, amount] = [toMinorUnits(first.balanceAfter), toMinorUnits(first.amount)];
  const before = first.direction === 'CREDIT' ? after - amount : after + amount;
  return { ...account, status: 'ACTIVE', balance: money(before, readCurrency(account.balance)) };
}

// Control accounts: the general-ledger codes whose balance must equal the sum of a group of customers'
// accounts or of outstanding loan amounts (docs/general-ledger.md). A movement is a net credit: positive
// when credits exceed debits.
import type { ControlAccountMode } from '../general-ledger/settings.ts';
import {
  DEFAULT_LOAN_ACCOUNTS,
  listControlCodes,
  RECEIVABLE_ROLES,
} from '../loans/ledger-accounts.ts';
import type { LoanLedgerAccounts } from '../loans/ledger-accounts.ts';
import { LOAN_PARTS } from '../loans/loans.ts';
import { LOAN_TRANSACTION_KINDS } from '../loans/transactions.ts';
import { DEFAULT_TERMS } from '../products/products.ts';
import type { ProductTerms } from '../products/products.ts';
import type { Direction } from '../values/direction.ts';
import {
  addMoney,
  formatMoney,
  money,
  isStorable,
  NO_CURRENCY,
  order,
  readCurrency,
  subtractMoney,
} from '../values/money.ts';
import type { Money } from '../values/money.ts';
import { refuseIf } from '../refusals/refusals.ts';
import type { ControlDifference, EntryDraft } from './entry-draft.ts';

/** Which codes control what an entry posts on. */
export interface ControlTerms {
  /** Every code that controls any account or loan of the tenant. */
  readonly controlCodes: ReadonlySet<string>;
  /** The codes that controlled accounts or loans of a reversed entry, and may no longer do so. */
  readonly formerCodes: readonly string[];
  /** The codes of the product of an account. */
  readonly codesOf: (accountId: string) => LoanLedgerAccounts;
  /** The codes of the product of the loan, if the entry posts a loan transaction. */
  readonly loanCodes: LoanLedgerAccounts;
}

/** The control codes of a tenant without products; they also control accounts of unpublished ones. */
export const DEFAULT_CONTROL_CODES: ReadonlySet<string> = new Set(
  listControlCodes(DEFAULT_LOAN_ACCOUNTS),
);

/** The products and codes that the terms are built from. */
export interface ControlContext {
  readonly termsOf?: (productId: string) => ProductTerms;
  readonly loanProductId?: string;
  readonly controlCodes?: ReadonlySet<string>;
  readonly formerCodes?: readonly string[];
}

/** Builds the terms from those of the products; the defaults where there is none. */
export function buildControlTerms(
  productOf: (accountId: string) => string | undefined,
  {
    termsOf = () => DEFAULT_TERMS,
    loanProductId,
    controlCodes = DEFAULT_CONTROL_CODES,
    formerCodes = [],
  }: ControlContext,
): ControlTerms {
  const codesOf = (productId: string | undefined) =>
    (productId === undefined ? DEFAULT_TERMS : termsOf(productId)).ledgerAccounts;
  return {
    controlCodes,
    formerCodes,
    codesOf: (accountId) => codesOf(productOf(accountId)),
    loanCodes: codesOf(loanProductId),
  };
}

/**
 * Compares the movement of each control account with that of what it controls; empty if they match. A
 * reversal is an entry of its own time: if a product has another control account than when the original was
 * posted, its lines move the one and its postings the other. Otherwise it has the differences of its
 * original with the opposite sign. Refuses with balance_out_of_range a movement that cannot be stored.
 */
export function computeControlDifferences(
  draft: EntryDraft,
  terms: ControlTerms,
): readonly ControlDifference[] {
  const currency = draft.currency ?? NO_CURRENCY;
  const expected = computeControlledMovements(draft, terms);
  const found = new Map<string, Money>();
  for (const { accountCode, side, amount } of draft.ledgerLines) {
    if (!expected.has(accountCode) && !isControlCode(accountCode, draft, terms)) continue;
    addMovement(found, accountCode, side, amount);
  }
  const none = money(0n, currency);
  return [...new Set([...expected.keys(), ...found.keys()])]
    .toSorted()
    .map((accountCode) => ({
      accountCode,
      expected: expected.get(accountCode) ?? none,
      found: found.get(accountCode) ?? none,
    }))
    .filter((one) => order(one.expected, one.found) !== 0)
    .map(refuseUnstorable);
}

function refuseUnstorable(difference: ControlDifference): ControlDifference {
  const { accountCode, expected, found } = difference;
  refuseIf(
    !isStorable(expected) || !isStorable(found),
    'balance_out_of_range',
    `The movement of ${accountCode} would need more than 38 digits.`,
  );
  return difference;
}

// In a reversal also the codes count that controlled what the original moved.
function isControlCode(code: string, draft: EntryDraft, terms: ControlTerms): boolean {
  if (terms.controlCodes.has(code)) return true;
  const { entryType, differingCodes = [] } = draft;
  return entryType === 'REVERSAL' && [...differingCodes, ...terms.formerCodes].includes(code);
}

/** The movements of customers' accounts and outstanding loan amounts, by control code. */
function computeControlledMovements(
  { entryType, postings, loanEntry }: EntryDraft,
  { codesOf, loanCodes }: ControlTerms,
): Map<string, Money> {
  const movements = new Map<string, Money>();
  for (const { accountId, direction, amount } of postings) {
    addMovement(movements, codesOf(accountId).customer_deposits, direction, amount);
  }
  if (!loanEntry) return movements;
  const isRaised = LOAN_TRANSACTION_KINDS[loanEntry.type].outstanding === 'RAISED';
  const side = isRaised === (entryType === 'REVERSAL') ? 'CREDIT' : 'DEBIT';
  for (const part of LOAN_PARTS) {
    addMovement(movements, loanCodes[RECEIVABLE_ROLES[part]], side, loanEntry.allocation[part]);
  }
  return movements;
}

function addMovement(
  movements: Map<string, Money>,
  code: string,
  side: Direction,
  amount: Money,
): void {
  const before = movements.get(code) ?? money(0n, readCurrency(amount));
  const add = side === 'CREDIT' ? addMoney : subtractMoney;
  movements.set(code, add(before, amount));
}

/** Refuses drafts as refuseControlDifferences would refuse the entries that they become. */
export function refuseDifferingDrafts(
  drafts: readonly EntryDraft[],
  terms: ControlTerms,
  mode: ControlAccountMode,
): void {
  for (const draft of drafts) {
    const controlDifferences = computeControlDifferences(draft, terms);
    refuseControlDifferences({ entryType: draft.entryType, controlDifferences }, mode);
  }
}

interface ControlledEntry extends Pick<EntryDraft, 'entryType'> {
  readonly controlDifferences?: readonly ControlDifference[];
}

/** The codes that a message names. */
const NAMED_CODES_MAX = 20;

/**
 * Refuses with control_account_mismatch an entry with differences, if the tenant enforces control
 * accounts. A reversal passes: it takes back what its original did.
 */
export function refuseControlDifferences(
  { entryType, controlDifferences = [] }: ControlledEntry,
  mode: ControlAccountMode,
): void {
  const named = controlDifferences
    .slice(0, NAMED_CODES_MAX)
    .map(
      ({ accountCode, expected, found }) =>
        `${accountCode}: expected ${formatMoney(expected)}, found ${formatMoney(found)}`,
    );
  refuseIf(
    mode === 'ENFORCED' && entryType !== 'REVERSAL' && controlDifferences.length > 0,
    'control_account_mismatch',
    `Net credits of control accounts differ from the postings that they control: ${named.join('; ')}.`,
  );
}

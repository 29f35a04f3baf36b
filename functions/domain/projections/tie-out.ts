// The tie-out of control accounts. Over all entries, the sum of the accounts and loans that a code controls
// is its balance less the differences that entries recorded, so neither the journal nor the accounts are
// read. Amounts are debits minus credits, as in the trial balance.
import { listControlRoles } from '../loans/ledger-accounts.ts';
import type { ControlRole } from '../loans/ledger-accounts.ts';
import { DEFAULT_TERMS } from '../products/products.ts';
import type { ProductTerms } from '../products/products.ts';
import { computeBalance } from './ledger-counters.ts';
import { listSubjects, sumThrough } from './trial-balance.ts';
import type { LedgerRows, LedgerSubject } from './trial-balance.ts';

/** What a code controls: the accounts, or a part of the loans, of these products. */
export interface ControlledGroup {
  readonly role: ControlRole;
  /** Empty if the code is a default that no product names. */
  readonly productIds: readonly string[];
}

export interface TieOutRow extends LedgerSubject {
  readonly controls: readonly ControlledGroup[];
  /** Minor units. */
  readonly generalLedger: bigint;
  readonly subLedger: bigint;
  /** The general ledger less the sub-ledger. */
  readonly difference: bigint;
  /** The number of entries that recorded a difference. */
  readonly differing: bigint;
}

/** The sums over all control accounts in one currency. */
export interface TieOutTotal extends Omit<TieOutRow, 'accountCode' | 'controls' | 'differing'> {
  /** The number of control accounts whose difference is not 0. */
  readonly differing: bigint;
}

/** What each control code of the products controls, and each default code. */
export function listControlledGroups(
  products: readonly { readonly id: string; readonly terms: ProductTerms }[],
): Map<string, ControlledGroup[]> {
  const groups = new Map<string, ControlledGroup[]>();
  const add = ({ ledgerAccounts }: ProductTerms, productIds: readonly string[]) => {
    for (const [role, code] of listControlRoles(ledgerAccounts)) {
      const others = groups.get(code) ?? [];
      const known = others.find((group) => group.role === role);
      const group = { role, productIds: [...(known?.productIds ?? []), ...productIds] };
      groups.set(code, [...others.filter((one) => one !== known), group]);
    }
  };
  add(DEFAULT_TERMS, []);
  for (const { id, terms } of products) add(terms, [id]);
  return groups;
}

/**
 * The rows at the end of the day, by code and currency: of each code that controls something and has a
 * line, and of each code on which an entry recorded a difference.
 */
export function computeTieOut(
  rows: LedgerRows,
  groups: ReadonlyMap<string, readonly ControlledGroup[]>,
  day: string,
): TieOutRow[] {
  return listSubjects(rows).flatMap(({ accountCode, currency }) => {
    const controls = groups.get(accountCode);
    const counter = sumThrough(rows, { accountCode, currency }, day);
    const { lines, difference, differing } = counter;
    if (differing === 0n && (controls === undefined || lines === 0n)) return [];
    const generalLedger = computeBalance(counter);
    const subLedger = generalLedger - difference;
    const amounts = { generalLedger, subLedger, difference, differing };
    return [{ accountCode, currency, controls: controls ?? [], ...amounts }];
  });
}

/** The totals by currency, in the order of currencies. */
export function sumTieOut(rows: readonly TieOutRow[]): TieOutTotal[] {
  const totals = new Map<string, TieOutTotal>();
  for (const { currency, generalLedger, subLedger, difference } of rows) {
    const sum = totals.get(currency);
    totals.set(currency, {
      currency,
      generalLedger: (sum?.generalLedger ?? 0n) + generalLedger,
      subLedger: (sum?.subLedger ?? 0n) + subLedger,
      difference: (sum?.difference ?? 0n) + difference,
      differing: (sum?.differing ?? 0n) + (difference === 0n ? 0n : 1n),
    });
  }
  return [...totals.values()].toSorted((a, b) => (a.currency < b.currency ? -1 : 1));
}

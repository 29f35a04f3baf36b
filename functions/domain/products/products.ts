// Financial products: an institution's versioned offer, and the parts of the free-form config that the
// ledger uses (docs/contract.md, Products).
import { DEFAULT_LOAN_ACCOUNTS } from '../loans/ledger-accounts.ts';
import type { LoanLedgerAccounts } from '../loans/ledger-accounts.ts';
import { toMinorUnits, NO_CURRENCY, parseMoney } from '../values/money.ts';
import { isAccountCode, isAmount, isDotSegment } from '../values/text-patterns.ts';
import { Refusal } from '../refusals/refusals.ts';

export type ProductConfig = Readonly<Record<string, unknown>>;

export interface ProductDraft {
  readonly id: string;
  readonly type: string;
  readonly config: ProductConfig;
}

/** A published version of a product. */
export interface Product extends ProductDraft {
  readonly tenantId: string;
  /** Grows by 1 with each publication. */
  readonly version: number;
  /** When the first version was published. */
  readonly createdAt: string;
  /** When this version was published. */
  readonly updatedAt: string;
}

export interface ProductRequest {
  readonly id?: string;
  readonly type: string;
  readonly config: object;
}

/** The parts of a product that the ledger uses. */
export interface ProductTerms {
  /** The overdraft limit in minor units of the account's currency. */
  readonly overdraftLimit: bigint;
  readonly ledgerAccounts: LoanLedgerAccounts;
}

/** The terms where a product sets none, or does not exist. */
export const DEFAULT_TERMS: ProductTerms = {
  overdraftLimit: 0n,
  ledgerAccounts: DEFAULT_LOAN_ACCOUNTS,
};

/** The roles that the ledger posts on; a config may name others, with any value. */
const LEDGER_ROLES = Object.keys(DEFAULT_LOAN_ACCOUNTS) as (keyof LoanLedgerAccounts)[];

/** A product with this id would have the same path as the tenant's configuration. */
const RESERVED_ID = 'config';

/**
 * The size limit of a config as JSON: a posting reads it when the container has not cached it, and it is
 * stored three times.
 */
const CONFIG_BYTES_MAX = 100_000;

/** A product's id defaults to its type (docs/contract.md, Products). Refuses with invalid_product. */
export function draftProduct({ id, type, config }: ProductRequest): ProductDraft {
  const draft: ProductDraft = { id: id ?? type, type, config: config as ProductConfig };
  const pointer = id === undefined ? '/type' : '/id';
  const faults = [
    ...(draft.id === RESERVED_ID ? [`${pointer} must not be config`] : []),
    ...(isDotSegment(draft.id) ? [`${pointer} must not be . or ..`] : []),
    ...(Buffer.byteLength(JSON.stringify(config)) > CONFIG_BYTES_MAX
      ? [`/config must not be larger than ${CONFIG_BYTES_MAX} bytes`]
      : []),
    ...findOverdraftFaults(draft.config),
    ...findLedgerAccountFaults(draft.config),
  ];
  if (faults.length > 0) throw new Refusal('invalid_product', faults);
  return draft;
}

function findOverdraftFaults(config: ProductConfig): string[] {
  const limit = readOwnMember(config, 'overdraft_limit');
  const isGiven = typeof limit === 'string' && isAmount(limit);
  return limit === undefined || isGiven
    ? []
    : ['/config/overdraft_limit must be a decimal string such as 500.00'];
}

function findLedgerAccountFaults(config: ProductConfig): string[] {
  const codes = readOwnMember(config, 'ledger_accounts');
  if (codes === undefined) return [];
  if (!isObject(codes)) return ['/config/ledger_accounts must be an object'];
  return LEDGER_ROLES.filter((role) => {
    const code = readOwnMember(codes, role);
    return code !== undefined && !isAccountCode(code);
  }).map((role) => `/config/ledger_accounts/${role} must be a code of 1 to 64 visible characters`);
}

/** Reads the terms; the config was validated when it was published. */
export function readProductTerms({ config }: ProductDraft): ProductTerms {
  const limit = readOwnMember(config, 'overdraft_limit');
  const codes = readOwnMember(config, 'ledger_accounts');
  const given = (role: keyof LoanLedgerAccounts) =>
    isObject(codes) && typeof readOwnMember(codes, role) === 'string'
      ? { [role]: readOwnMember(codes, role) as string }
      : {};
  return {
    overdraftLimit: typeof limit === 'string' ? toMinorUnits(parseMoney(limit, NO_CURRENCY)) : 0n,
    ledgerAccounts: Object.assign(
      { ...DEFAULT_LOAN_ACCOUNTS },
      ...LEDGER_ROLES.map(given),
    ) as LoanLedgerAccounts,
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readOwnMember(value: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Returns the message of product_not_found. */
export function describeMissingProduct(id: string): string {
  return `There is no product ${id.slice(0, 128)}.`;
}

// The accounts of the general ledger, which together are an institution's chart of accounts
// (docs/contract.md, General ledger).
import { Refusal, refuseIf } from '../refusals/refusals.ts';
import type { Direction } from '../values/direction.ts';
import { isDotSegment, isShortLine } from '../values/text-patterns.ts';
import { latestTime } from '../values/times.ts';

export type GeneralLedgerAccountType = 'ASSET' | 'LIABILITY' | 'EQUITY' | 'INCOME' | 'EXPENSE';

export type GeneralLedgerAccountStatus = 'ACTIVE' | 'CLOSED';

export interface GeneralLedgerAccount {
  readonly code: string;
  readonly name: string;
  readonly type: GeneralLedgerAccountType;
  /** The only currency of its lines, if it is limited to one. */
  readonly currency?: string;
  /** The code of the account whose part it is. */
  readonly parent?: string;
  readonly status: GeneralLedgerAccountStatus;
  /** The codes of the account in other charts, by the name of the chart. */
  readonly mappings: Readonly<Record<string, string>>;
  /** 1 at first; grows by 1 with each change. */
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** What a request sets; what it leaves out has no value, or its default. */
export interface GeneralLedgerAccountRequest {
  readonly name: string;
  readonly type: GeneralLedgerAccountType;
  readonly currency?: string;
  readonly parent?: string;
  readonly status?: GeneralLedgerAccountStatus;
  readonly mappings?: Readonly<Record<string, string>>;
}

/** An account by its code, as it is to be. */
export interface AccountDefinition {
  readonly code: string;
  readonly request: GeneralLedgerAccountRequest;
}

/** The accounts above one, at most. */
export const ANCESTORS_MAX = 10;

/** The side on which the balance of an account of the type normally is. */
export const NORMAL_SIDES: Readonly<Record<GeneralLedgerAccountType, Direction>> = {
  ASSET: 'DEBIT',
  EXPENSE: 'DEBIT',
  LIABILITY: 'CREDIT',
  EQUITY: 'CREDIT',
  INCOME: 'CREDIT',
};

/** The characters in the name of another chart, at most. */
export const MAPPING_NAME_CHARACTERS_MAX = 64;

/** Refuses with invalid_general_ledger_account mappings whose names are not names. */
export function refuseInvalidMappings({ mappings = {} }: GeneralLedgerAccountRequest): void {
  const faults = Object.keys(mappings)
    .filter((name) => !isShortLine(name, MAPPING_NAME_CHARACTERS_MAX))
    .map((name) => `/mappings must not have the name ${JSON.stringify(name.slice(0, 80))}`);
  if (faults.length > 0) throw new Refusal('invalid_general_ledger_account', faults);
}

/** Refuses with invalid_general_ledger_account a code that no path can name. */
export function refuseDotCode(code: string): void {
  if (!isDotSegment(code)) return;
  const fault = 'path parameter code must not be . or ..';
  throw new Refusal('invalid_general_ledger_account', [fault]);
}

/** Builds the next version of the account, or its first. */
export function defineAccount(
  code: string,
  { name, type, currency, parent, status = 'ACTIVE', mappings = {} }: GeneralLedgerAccountRequest,
  before: GeneralLedgerAccount | undefined,
  now: Date,
): GeneralLedgerAccount {
  const updatedAt = latestTime(now, before?.updatedAt).toISOString();
  return {
    code,
    name,
    type,
    ...(currency !== undefined && { currency }),
    ...(parent !== undefined && { parent }),
    status,
    mappings,
    version: (before?.version ?? 0) + 1,
    createdAt: before?.createdAt ?? updatedAt,
    updatedAt,
  };
}

/** Finds an account of the chart by its code. */
export type AccountFinder = (code: string) => Promise<GeneralLedgerAccount | undefined>;

/**
 * Returns the accounts above one with this parent, from the parent up. Refuses with
 * invalid_general_ledger_parent a parent that does not exist, or that is the account or below it.
 */
export async function findAncestors(
  code: string,
  parent: string | undefined,
  find: AccountFinder,
): Promise<GeneralLedgerAccount[]> {
  const ancestors: GeneralLedgerAccount[] = [];
  let next = parent;
  while (next !== undefined) {
    refuseIf(
      next === code,
      'invalid_general_ledger_parent',
      `Account ${code} would be part of itself.`,
    );
    refuseIf(
      ancestors.length === ANCESTORS_MAX,
      'invalid_general_ledger_parent',
      `Account ${code} would have more than ${ANCESTORS_MAX} accounts above it.`,
    );
    const ancestor = await find(next);
    if (!ancestor) {
      throw new Refusal('invalid_general_ledger_parent', describeMissingLedgerAccount(next));
    }
    ancestors.push(ancestor);
    next = ancestor.parent;
  }
  return ancestors;
}

/** Returns the message for a code that the chart does not have. */
export function describeMissingLedgerAccount(code: string): string {
  return `The chart of accounts has no account ${code.slice(0, 64)}.`;
}

/** Refuses with general_ledger_account_not_found a code that has no lines and is not in the chart. */
export function refuseUnknownCode(code: string): never {
  throw new Refusal(
    'general_ledger_account_not_found',
    `${describeMissingLedgerAccount(code)} It has no lines either.`,
  );
}

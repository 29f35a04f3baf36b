// The limits of a stage: what tenants may ask, and what functions may take of the account.
import { isPositive, requireMembers, requireSwitch } from './setting-checks.ts';

export interface RequestLimit {
  readonly requestsPerSecond: number;
  readonly burst: number;
}

/** The limit that one tenant has for itself. */
export interface OwnLimit extends RequestLimit {
  /**
   * Creates the limit without applying it. The deployment that applies or removes a limit of a tenant with requests
   * must find it prepared, or API Gateway would refuse these requests for minutes.
   */
  readonly prepared?: boolean;
}

/** What tenants may ask of each API. */
export interface TenantSettings {
  /** The limit of a tenant without one of its own. */
  readonly limit?: RequestLimit;
  /** The limits of tenants that have one of their own, by their ids. */
  readonly ownLimits?: Readonly<Record<string, OwnLimit>>;
  /**
   * `prepared` creates the limits without applying them, so that a stage from before them is without a moment in
   * which its requests are refused.
   */
  readonly limits?: 'applied' | 'prepared';
}

/** Throws for limits that API Gateway would refuse, or that are misspelt. */
export function refuseTenantFaults(tenants: TenantSettings | undefined): void {
  requireMembers('tenants', tenants, ['limit', 'ownLimits', 'limits']);
  const { limit, ownLimits = {}, limits = 'applied' } = tenants ?? {};
  if (!['applied', 'prepared'].includes(limits)) {
    throw new Error('tenants.limits must be applied or prepared');
  }
  requireLimit('tenants.limit', limit);
  for (const [tenant, { prepared, ...own }] of Object.entries(ownLimits)) {
    requireLimit(`tenants.ownLimits: ${tenant}`, own);
    requireSwitch(`tenants.ownLimits: prepared of ${tenant}`, prepared);
  }
}

/** The tenants whose limit of their own is applied. */
export function listTenantsToLimit(limits: Readonly<Record<string, OwnLimit>>): string[] {
  return Object.keys(limits).filter((tenant) => limits[tenant]?.prepared !== true);
}

/** Throws for a limit without a rate or a burst. */
export function requireLimit(name: string, limit: RequestLimit | undefined): void {
  if (limit === undefined) return;
  const { requestsPerSecond, burst, ...others } = limit;
  if (isPositive(requestsPerSecond) && isPositive(burst) && Object.keys(others).length === 0)
    return;
  throw new Error(`${name} needs requestsPerSecond and burst, both positive whole numbers`);
}

/** Throws for a reservation that is no number: executions by the names of functions. */
export function refuseReservationFaults(reserved: Readonly<Record<string, number>>): void {
  for (const [name, count] of Object.entries(reserved)) {
    if (isPositive(count)) continue;
    throw new Error(`reservedConcurrency: ${name} needs a positive whole number`);
  }
}

/** Throws for a name that no function has: what was meant would share the rest of the account. */
export function refuseUnknownFunctions(
  reserved: Readonly<Record<string, number>>,
  functions: readonly string[],
): void {
  const unknown = Object.keys(reserved).filter((name) => !functions.includes(name));
  if (unknown.length === 0) return;
  throw new Error(`reservedConcurrency: there is no function ${unknown.join(', ')}`);
}

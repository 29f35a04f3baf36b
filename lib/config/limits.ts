// The limits of a stage: what tenants may ask, and what functions may take of the account.
import type { Node } from 'constructs';

export interface RequestLimit {
  readonly requestsPerSecond: number;
  readonly burst: number;
}

export interface TenantLimitSettings {
  /** The limits of tenants that have one of their own, by their ids. */
  readonly ownLimits: Readonly<Record<string, RequestLimit>>;
  /**
   * `prepared` creates the limits without applying them, so that a stage from before them is without a moment in
   * which its requests are refused.
   */
  readonly tenantLimits: 'applied' | 'prepared';
}

/** Reads the limits of tenants from the context values `ownLimits` and `tenantLimits`. */
export function readTenantLimits(node: Node): TenantLimitSettings {
  const applied: unknown = node.tryGetContext('tenantLimits') ?? 'applied';
  if (applied !== 'applied' && applied !== 'prepared') {
    throw new Error('tenantLimits must be applied or prepared');
  }
  const limits = Object.entries(readRecord(node, 'ownLimits') as Record<string, RequestLimit>);
  for (const [tenant, limit] of limits) requireLimit(tenant, limit);
  return { ownLimits: Object.fromEntries(limits), tenantLimits: applied };
}

function requireLimit(tenant: string, { requestsPerSecond, burst, ...others }: RequestLimit): void {
  if (isPositive(requestsPerSecond) && isPositive(burst) && Object.keys(others).length === 0)
    return;
  throw new Error(
    `ownLimits: ${tenant} needs requestsPerSecond and burst, both positive whole numbers`,
  );
}

/** Reads the context value `reservedConcurrency`: executions by the names of functions. */
export function readReservedConcurrency(node: Node): Readonly<Record<string, number>> {
  const reserved = readRecord(node, 'reservedConcurrency');
  for (const [name, count] of Object.entries(reserved)) {
    if (!isPositive(count)) {
      throw new Error(`reservedConcurrency: ${name} needs a positive whole number`);
    }
  }
  return reserved as Record<string, number>;
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

function readRecord(node: Node, name: string): Record<string, unknown> {
  const given: unknown = node.tryGetContext(name) ?? {};
  return (typeof given === 'string' ? JSON.parse(given) : given) as Record<string, unknown>;
}

const isPositive = (value: unknown) => Number.isInteger(value) && (value as number) > 0;

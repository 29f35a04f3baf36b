// Operators sign in as name@tenant. The name only serves to find the operator; the ledger records the
// operator id, so that an immutable record holds no personal name.
import { isPermission } from './permissions.ts';
import type { Permission } from './permissions.ts';
import { identityKeys, readItem } from './storage/identity-table.ts';
import type { IdentityTable, IdentityItem } from './storage/identity-table.ts';
import { readOwnCredentials } from './storage/own-credentials.ts';
import type { OwnCredentials } from './storage/own-credentials.ts';

export interface Operator {
  readonly operatorId: string;
  readonly tenantId: string;
  readonly name: string;
  readonly permissions: readonly Permission[];
  readonly disabled: boolean;
  /** The password that the administrator has set; `getPasswordHash` says which one signs in. */
  readonly passwordHash: string;
  /** Sign-ins before this second are invalid: the password was reset or the operator disabled. */
  readonly signedInSince: number;
  /** Second factors that were enrolled in a sign-in before this second are invalid: they were reset. */
  readonly factorsSince: number;
  /** What the operator has changed; absent if nothing. */
  readonly own?: OwnCredentials | undefined;
}

export const TENANT_ID = /^[A-Za-z0-9_-]{1,64}$/;
const OPERATOR_NAME = /^[a-z0-9](?:[a-z0-9._+-]{0,62}[a-z0-9])?$/;

/** Splits name@tenant; returns undefined for text that cannot be a username. */
export function parseUsername(username: string): { name: string; tenantId: string } | undefined {
  const [, name = '', tenantId = ''] = /^([^@]*)@([^@]*)$/.exec(username.trim()) ?? [];
  const lower = name.toLowerCase();
  if (!OPERATOR_NAME.test(lower) || !TENANT_ID.test(tenantId)) return undefined;
  return { name: lower, tenantId };
}

export function formatUsername({ name, tenantId }: Pick<Operator, 'name' | 'tenantId'>): string {
  return `${name}@${tenantId}`;
}

export async function readOperator(
  table: IdentityTable,
  operatorId: string,
): Promise<Operator | undefined> {
  const [item, own] = await Promise.all([
    readItem(table, identityKeys.operator(operatorId)),
    readOwnCredentials(table, operatorId),
  ]);
  return item && { ...fromOperatorItem(item), own };
}

export async function findOperator(
  table: IdentityTable,
  username: string,
): Promise<Operator | undefined> {
  const parts = parseUsername(username);
  if (parts === undefined) return undefined;
  const entry = await readItem(table, identityKeys.operatorEntry(parts.tenantId, parts.name));
  // An unknown name costs the same reads as a known one.
  return readOperator(table, String(entry?.operator_id));
}

export function toOperatorItem(operator: Operator): IdentityItem {
  return {
    ...identityKeys.operator(operator.operatorId),
    operator_id: operator.operatorId,
    tenant_id: operator.tenantId,
    name: operator.name,
    // DynamoDB has no empty set, but only a set can be changed without reading it first.
    permission_set: operator.permissions.length > 0 ? new Set(operator.permissions) : undefined,
    disabled: operator.disabled,
    password_hash: operator.passwordHash,
    signed_in_since: operator.signedInSince,
    factors_since: operator.factorsSince,
  };
}

function fromOperatorItem(item: IdentityItem): Omit<Operator, 'own'> {
  const permissions = item.permission_set instanceof Set ? [...item.permission_set] : [];
  return {
    operatorId: String(item.operator_id),
    tenantId: String(item.tenant_id),
    name: String(item.name),
    permissions: permissions.map(String).filter(isPermission),
    disabled: item.disabled !== false,
    passwordHash: String(item.password_hash),
    signedInSince: Number(item.signed_in_since),
    factorsSince: Number(item.factors_since ?? 0),
  };
}

/** The hash of the password that signs in: the operator's own, until the administrator sets another. */
export function getPasswordHash({ passwordHash, own }: Operator): string {
  return own?.passwordHash !== undefined && own.replaces === passwordHash
    ? own.passwordHash
    : passwordHash;
}

/** Whether a session that started in that second is still valid; `uid` identifies the session. */
export function isSessionValid(
  operator: Operator,
  authTime: number | undefined,
  uid?: string,
): boolean {
  const { disabled, signedInSince, own } = operator;
  if (disabled || authTime === undefined) return !disabled;
  const isKept = uid !== undefined && uid === own?.keptSession;
  return authTime >= (isKept ? signedInSince : getValidSince(operator));
}

/** The second since which a new sign-in of the operator is valid. */
export function getValidSince({ signedInSince, own }: Operator): number {
  return Math.max(signedInSince, own?.signedInSince ?? 0);
}

/**
 * Sign-in times have a resolution of one second: a sign-in of the current second could precede the
 * change.
 */
export function computeNextSecond(): number {
  return Math.floor(Date.now() / 1000) + 1;
}

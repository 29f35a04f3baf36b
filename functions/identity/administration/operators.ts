import { randomUUID } from 'node:crypto';
import {
  computeNextSecond,
  toOperatorItem,
  parseUsername,
  readOperator,
  formatUsername,
} from '../operators.ts';
import type { Operator } from '../operators.ts';
import type { Permission } from '../permissions.ts';
import { hashPassword, PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '../sign-in/password.ts';
import { identityKeys, readPartition } from '../storage/identity-table.ts';
import {
  ChangeRefusal,
  buildExistenceCheck,
  commitChange,
  buildPutNew,
} from './identity-change.ts';
import type { Administration } from './identity-change.ts';
import { changeOperator, requireOperator } from './operator-change.ts';

export interface NewOperator {
  readonly username: string;
  readonly password: string;
  readonly permissions: readonly Permission[];
}

/**
 * `stretch` computes the stored hash; a caller that creates many operators with one password may do so
 * once.
 */
export async function createOperator(
  administration: Administration,
  { username, password, permissions }: NewOperator,
  stretch = hashPassword,
): Promise<Operator> {
  const parts = parseUsername(username);
  if (parts === undefined) throw new ChangeRefusal(`${username} is not a username: name@tenant.`);
  const passwordHash = await hashAcceptablePassword(password, stretch);
  const operatorId = `op_${randomUUID()}`;
  const operator: Operator = {
    ...parts,
    operatorId,
    permissions,
    passwordHash,
    disabled: false,
    signedInSince: 0,
    factorsSince: 0,
  };
  const entry = {
    ...identityKeys.operatorEntry(parts.tenantId, parts.name),
    operator_id: operatorId,
  };
  await commitChange(administration, {
    action: 'operator.created',
    tenantId: parts.tenantId,
    subject: operatorId,
    details: { username: formatUsername(parts), permissions },
    writes: [
      buildExistenceCheck(administration, identityKeys.tenantEntry(parts.tenantId)),
      buildPutNew(administration, entry),
      buildPutNew(administration, toOperatorItem(operator)),
    ],
    otherwise: `The operator ${formatUsername(parts)} already exists, or the tenant does not.`,
  });
  return operator;
}

export async function grantPermissions(
  administration: Administration,
  username: string,
  permissions: readonly Permission[],
): Promise<void> {
  await changeOperator(administration, username, {
    action: 'operator.granted',
    details: { permissions },
    expression: 'ADD permission_set :permissions',
    values: { ':permissions': new Set(permissions) },
  });
}

/** The operator's tokens lose the permissions at their next renewal: within five minutes. */
export async function revokePermissions(
  administration: Administration,
  username: string,
  permissions: readonly Permission[],
): Promise<void> {
  await changeOperator(administration, username, {
    action: 'operator.revoked',
    details: { permissions },
    expression: 'DELETE permission_set :permissions',
    values: { ':permissions': new Set(permissions) },
  });
}

/** Also ends every session of the operator. */
export async function disableOperator(
  administration: Administration,
  username: string,
): Promise<void> {
  await changeOperator(administration, username, {
    action: 'operator.disabled',
    expression: 'SET disabled = :yes, signed_in_since = :since',
    values: { ':yes': true, ':since': computeNextSecond() },
  });
}

export async function enableOperator(
  administration: Administration,
  username: string,
): Promise<void> {
  await changeOperator(administration, username, {
    action: 'operator.enabled',
    expression: 'SET disabled = :no',
    values: { ':no': false },
  });
}

/**
 * Also ends every session of the operator and clears the failed attempts. `stretch` as in
 * `createOperator`.
 */
export async function resetPassword(
  administration: Administration,
  username: string,
  password: string,
  stretch = hashPassword,
): Promise<void> {
  const operator = await requireOperator(administration, username);
  const attempts = identityKeys.attempts('account', formatUsername(operator));
  await changeOperator(administration, username, {
    action: 'operator.password_reset',
    expression: 'SET password_hash = :hash, signed_in_since = :since',
    values: {
      ':hash': await hashAcceptablePassword(password, stretch),
      ':since': computeNextSecond(),
    },
    removes: [attempts],
  });
}

/**
 * Removes the names of an operator from the directory, which stores none of them again. The id stays: the
 * ledger cannot be read without it.
 */
export async function forgetOperator(
  administration: Administration,
  tenantId: string,
  id: string,
): Promise<void> {
  await commitChange(administration, {
    action: 'operator.forgotten',
    tenantId,
    subject: id,
    writes: [
      {
        Update: {
          TableName: administration.table.name,
          Key: identityKeys.directory(tenantId, id),
          UpdateExpression: 'SET forgotten_at = :now REMOVE #name, preferred_username, email',
          ConditionExpression: 'attribute_exists(PK) AND attribute_not_exists(forgotten_at)',
          ExpressionAttributeNames: { '#name': 'name' },
          ExpressionAttributeValues: { ':now': new Date().toISOString() },
        },
      },
    ],
    otherwise: `The directory of ${tenantId} has no names of ${id}.`,
  });
}

export async function listOperators(
  { table }: Administration,
  tenantId: string,
): Promise<Operator[]> {
  const entries = await readPartition(table, identityKeys.operatorEntry(tenantId, '').PK);
  const operators = await Promise.all(
    entries.map(({ operator_id: id }) => readOperator(table, String(id))),
  );
  return operators.filter((operator) => operator !== undefined);
}

async function hashAcceptablePassword(
  password: string,
  stretch: typeof hashPassword,
): Promise<string> {
  if (password.length < PASSWORD_LENGTH_MIN || password.length > PASSWORD_LENGTH_MAX) {
    const range = `${PASSWORD_LENGTH_MIN} to ${PASSWORD_LENGTH_MAX}`;
    throw new ChangeRefusal(`A password has ${range} characters.`);
  }
  return stretch(password);
}

import { randomUUID } from 'node:crypto';
import {
  findOperator,
  operatorItem,
  parseUsername,
  readOperator,
  usernameOf,
  type Operator,
} from '../operators.ts';
import type { Permission } from '../permissions.ts';
import { hashPassword, PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '../sign-in/password.ts';
import { keys, readPartition, type Item } from '../storage/identity-table.ts';
import { ChangeRefused, demand, make, putNew, type Administration } from './change.ts';

export interface NewOperator {
  readonly username: string;
  readonly password: string;
  readonly permissions: readonly Permission[];
}

/** `stretch` makes the stored hash; someone who makes many operators with one password may do it once. */
export async function createOperator(
  administration: Administration,
  { username, password, permissions }: NewOperator,
  stretch = hashPassword,
): Promise<Operator> {
  const parts = parseUsername(username);
  if (parts === undefined) throw new ChangeRefused(`${username} is not a username: name@tenant.`);
  const passwordHash = await acceptPassword(password, stretch);
  const operatorId = `op_${randomUUID()}`;
  const operator: Operator = {
    ...parts,
    operatorId,
    permissions,
    passwordHash,
    disabled: false,
    signedInSince: 0,
  };
  const entry = { ...keys.operatorEntry(parts.tenantId, parts.name), operator_id: operatorId };
  await make(administration, {
    action: 'operator.created',
    tenantId: parts.tenantId,
    subject: operatorId,
    details: { username: usernameOf(parts), permissions },
    writes: [
      demand(administration, keys.tenantEntry(parts.tenantId)),
      putNew(administration, entry),
      putNew(administration, operatorItem(operator)),
    ],
    otherwise: `There is no such tenant, or an operator ${usernameOf(parts)} already.`,
  });
  return operator;
}

export async function grantPermissions(
  administration: Administration,
  username: string,
  permissions: readonly Permission[],
): Promise<void> {
  await change(administration, username, {
    action: 'operator.granted',
    details: { permissions },
    expression: 'ADD permission_set :permissions',
    values: { ':permissions': new Set(permissions) },
  });
}

/** The operator's tokens lose the permissions when they are next renewed: within five minutes. */
export async function revokePermissions(
  administration: Administration,
  username: string,
  permissions: readonly Permission[],
): Promise<void> {
  await change(administration, username, {
    action: 'operator.revoked',
    details: { permissions },
    expression: 'DELETE permission_set :permissions',
    values: { ':permissions': new Set(permissions) },
  });
}

/** Ends every session of the operator as well. */
export async function disableOperator(
  administration: Administration,
  username: string,
): Promise<void> {
  await change(administration, username, {
    action: 'operator.disabled',
    expression: 'SET disabled = :yes, signed_in_since = :since',
    values: { ':yes': true, ':since': fromNextSecond() },
  });
}

export async function enableOperator(
  administration: Administration,
  username: string,
): Promise<void> {
  await change(administration, username, {
    action: 'operator.enabled',
    expression: 'SET disabled = :no',
    values: { ':no': false },
  });
}

/** Ends every session of the operator as well, and forgets the failed attempts. */
export async function resetPassword(
  administration: Administration,
  username: string,
  password: string,
): Promise<void> {
  await change(administration, username, {
    action: 'operator.password_reset',
    expression: 'SET password_hash = :hash, signed_in_since = :since',
    values: { ':hash': await acceptPassword(password), ':since': fromNextSecond() },
    forgets: true,
  });
}

export async function listOperators(
  { table }: Administration,
  tenantId: string,
): Promise<Operator[]> {
  const entries = await readPartition(table, keys.operatorEntry(tenantId, '').PK);
  const operators = await Promise.all(
    entries.map(({ operator_id: id }) => readOperator(table, String(id))),
  );
  return operators.filter((operator) => operator !== undefined);
}

interface OperatorChange {
  readonly action: string;
  readonly details?: Item;
  readonly expression: string;
  readonly values: Item;
  readonly forgets?: boolean;
}

async function change(
  administration: Administration,
  username: string,
  { action, details, expression, values, forgets = false }: OperatorChange,
): Promise<void> {
  const TableName = administration.table.name;
  const operator = await findOperator(administration.table, username);
  if (operator === undefined) throw new ChangeRefused(`There is no operator ${username}.`);
  const attempts = keys.attempts('account', usernameOf(operator).toLowerCase());
  await make(administration, {
    action,
    tenantId: operator.tenantId,
    subject: operator.operatorId,
    details: { ...details, username: usernameOf(operator) },
    writes: [
      {
        Update: {
          TableName,
          Key: keys.operator(operator.operatorId),
          UpdateExpression: expression,
          ConditionExpression: 'attribute_exists(PK)',
          ExpressionAttributeValues: values,
        },
      },
      ...(forgets ? [{ Delete: { TableName, Key: attempts } }] : []),
    ],
    otherwise: `There is no operator ${username}.`,
  });
}

// Sign-ins are dated to the second: one of this very second could be older than the change.
function fromNextSecond(): number {
  return Math.floor(Date.now() / 1000) + 1;
}

async function acceptPassword(password: string, stretch = hashPassword): Promise<string> {
  if (password.length < PASSWORD_LENGTH_MIN || password.length > PASSWORD_LENGTH_MAX) {
    const range = `${PASSWORD_LENGTH_MIN} to ${PASSWORD_LENGTH_MAX}`;
    throw new ChangeRefused(`A password has ${range} characters.`);
  }
  return stretch(password);
}

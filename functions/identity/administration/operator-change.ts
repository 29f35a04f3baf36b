import { findOperator, formatUsername, readOperator } from '../operators.ts';
import type { Operator } from '../operators.ts';
import { identityKeys } from '../storage/identity-table.ts';
import type { IdentityWrite } from '../storage/commit-identity-writes.ts';
import type { IdentityItem, IdentityKey } from '../storage/identity-table.ts';
import { ChangeRefusal, commitChange } from './identity-change.ts';
import type { Administration } from './identity-change.ts';

interface OperatorChange {
  readonly action: string;
  readonly details?: IdentityItem;
  readonly expression: string;
  readonly values: IdentityItem;
  /** The items that the change deletes. */
  readonly removes?: readonly IdentityKey[];
  /** Writes besides these. */
  readonly writes?: readonly IdentityWrite[];
}

/** Changes the operator's item, with the record of it. */
export async function changeOperator(
  administration: Administration,
  username: string,
  { action, details, expression, values, removes = [], writes = [] }: OperatorChange,
): Promise<void> {
  const TableName = administration.table.name;
  const operator = await requireOperator(administration, username);
  await commitChange(administration, {
    action,
    tenantId: operator.tenantId,
    subject: operator.operatorId,
    details: { ...details, username: formatUsername(operator) },
    writes: [
      {
        Update: {
          TableName,
          Key: identityKeys.operator(operator.operatorId),
          UpdateExpression: expression,
          ConditionExpression: 'attribute_exists(PK)',
          ExpressionAttributeValues: values,
        },
      },
      ...removes.map((Key) => ({ Delete: { TableName, Key } })),
      ...writes,
    ],
    otherwise: `There is no operator ${username}.`,
  });
}

/** Finds an operator by the username or by the id that the ledger records. */
export async function requireOperator(
  { table }: Administration,
  usernameOrId: string,
): Promise<Operator> {
  const operator = usernameOrId.includes('@')
    ? await findOperator(table, usernameOrId)
    : await readOperator(table, usernameOrId);
  if (operator === undefined) throw new ChangeRefusal(`There is no operator ${usernameOrId}.`);
  return operator;
}

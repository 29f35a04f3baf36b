import { computeNextSecond } from '../operators.ts';
import { identityKeys } from '../storage/identity-table.ts';
import { commitChange } from './identity-change.ts';
import type { Administration } from './identity-change.ts';
import { changeOperator, requireOperator } from './operator-change.ts';

/**
 * Sets whether the operators of a tenant need a second factor. From then on no one gets a code without one:
 * an operator who has none enrols one at the next sign-in.
 */
export async function requireSecondFactor(
  administration: Administration,
  tenantId: string,
  isRequired: boolean,
): Promise<void> {
  await commitChange(administration, {
    action: isRequired ? 'tenant.second_factor_required' : 'tenant.second_factor_not_required',
    tenantId,
    subject: tenantId,
    writes: [
      {
        Update: {
          TableName: administration.table.name,
          Key: identityKeys.tenantEntry(tenantId),
          UpdateExpression: 'SET requires_second_factor = :required',
          ConditionExpression: 'attribute_exists(PK)',
          ExpressionAttributeValues: { ':required': isRequired },
        },
      },
    ],
    otherwise: `There is no tenant ${tenantId}.`,
  });
}

/**
 * Removes every second factor, for an operator who has lost the device. Also ends every session of the
 * operator and clears the failed attempts.
 */
export async function resetSecondFactors(
  administration: Administration,
  username: string,
): Promise<void> {
  const { operatorId } = await requireOperator(administration, username);
  await changeOperator(administration, username, {
    action: 'operator.factors_reset',
    expression: 'SET signed_in_since = :since, factors_since = :since',
    values: { ':since': computeNextSecond() },
    removes: [identityKeys.secondFactors(operatorId), identityKeys.attempts('factor', operatorId)],
  });
}

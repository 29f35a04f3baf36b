import { computeNextSecond } from '../operators.ts';
import { identityKeys } from '../storage/identity-table.ts';
import { buildFactorUpdate } from '../storage/factor-changes.ts';
import { hasFactor, readSecondFactors } from '../storage/second-factors.ts';
import { ChangeRefusal, commitChange } from './identity-change.ts';
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

/**
 * Removes one second factor, for an operator who has lost that device and has another. Also ends every session
 * of the operator.
 */
export async function removeSecondFactor(
  administration: Administration,
  username: string,
  factorId: string,
): Promise<void> {
  const { table } = administration;
  const operator = await requireOperator(administration, username);
  if (!hasFactor(await readSecondFactors(table, operator), factorId)) {
    throw new ChangeRefusal(`${username} has no second factor ${factorId}.`);
  }
  await changeOperator(administration, username, {
    action: 'operator.factor_removed',
    details: { factor: factorId },
    expression: 'SET signed_in_since = :since',
    values: { ':since': computeNextSecond() },
    writes: [{ Update: buildFactorUpdate(table, operator, factorId) }],
  });
}

// The Lambda function that Secrets Manager calls for each step of a rotation, and a rule every day for the age
// of the keys.
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { Logger } from '@aws-lambda-powertools/logger';
import { requireVariable } from '../runtime/environment.ts';
import { buildMetrics, toCount } from '../runtime/metrics.ts';
import { buildTimeBudget } from '../runtime/time-budget.ts';
import { areKeysFresh, runRotationStep } from './rotation/rotation-steps.ts';
import type { RotationEvent } from './rotation/rotation-steps.ts';
import { openIdentityTable } from './storage/identity-table.ts';

/** The daily question how old the keys are. */
export interface KeyAgeCheck {
  readonly checksAge: true;
}

const logger = new Logger({ serviceName: 'identity-keys' });
const secrets = new SecretsManagerClient(buildTimeBudget({ attempts: 3, milliseconds: 3_000 }));

export async function handler(event: RotationEvent | KeyAgeCheck): Promise<void> {
  if ('checksAge' in event) return checkAge();
  const table = openIdentityTable(requireVariable('IDENTITY_TABLE'));
  await runRotationStep({ secrets, table }, event);
  logger.info('Rotation step done', { step: event.Step });
}

// The alarm is on without this metric: when the keys are too old, and when no one asks.
async function checkAge(): Promise<void> {
  if (await areKeysFresh(secrets, requireVariable('IDENTITY_KEYS'))) {
    const metrics = { SigningKeysFresh: toCount(1) };
    logger.info('The keys are fresh', buildMetrics({ dimensions: ['service'], metrics }));
  } else {
    logger.error('The keys were not rotated in time');
  }
}

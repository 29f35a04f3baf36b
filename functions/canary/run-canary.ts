// The Lambda function of the canary. A schedule calls it; its alarm is on when no run has passed for a while
// (ADR 121).
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { Logger } from '@aws-lambda-powertools/logger';
import { requireVariable } from '../runtime/environment.ts';
import { buildMetrics, toCount } from '../runtime/metrics.ts';
import { buildTimeBudget } from '../runtime/time-budget.ts';
import { readCanaryCredentials } from './canary-credentials.ts';
import { CanaryDifference, CanaryFailure, runCanary } from './canary-steps.ts';
import type { CanaryStep } from './canary-steps.ts';

export interface CanaryVerdict {
  readonly passed: boolean;
  readonly failed_step?: CanaryStep;
  readonly reason?: string;
}

const logger = new Logger({ serviceName: 'canary' });
const secrets = new SecretsManagerClient(buildTimeBudget({ attempts: 3, milliseconds: 3_000 }));
const secretId = requireVariable('CANARY_SECRET');
const addresses = {
  ledger: requireVariable('LEDGER_URL').replace(/\/$/, ''),
  issuer: requireVariable('ISSUER'),
};

/** Runs the canary once. A failed run is an answer, not an error: the next one is due in minutes. */
export async function handler(event: { readonly id?: string }): Promise<CanaryVerdict> {
  const name = event.id ?? crypto.randomUUID();
  try {
    await runCanary({
      addresses,
      readCredentials: () => readCanaryCredentials(secrets, secretId),
      name,
    });
  } catch (error) {
    if (!(error instanceof CanaryFailure)) throw error;
    return recordFailure(name, error);
  }
  logger.info('passed', { run: name, ...count('CanaryPassed') });
  return { passed: true };
}

function recordFailure(run: string, failure: CanaryFailure): CanaryVerdict {
  const isDifference = failure.cause instanceof CanaryDifference;
  logger.error('failed', {
    run,
    step: failure.step,
    error: failure,
    ...(isDifference && count('CanaryDifferences')),
  });
  return { passed: false, failed_step: failure.step, reason: failure.message };
}

function count(metric: 'CanaryPassed' | 'CanaryDifferences') {
  return buildMetrics({ dimensions: ['service'], metrics: { [metric]: toCount(1) } });
}

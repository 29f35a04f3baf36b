// Logs and metrics of every operation, in one shape. Tokens, passwords and bodies are never logged.
import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';

export interface Outcome {
  readonly operation: string;
  readonly tenant: string | undefined;
  readonly correlationId: string;
  readonly status: number;
  readonly code: string | undefined;
  readonly isReplayed: boolean;
  readonly attempts: number;
  readonly startedAt: number;
}

const logger = new Logger({ serviceName: 'countinghouse' });
const metrics = new Metrics({ namespace: 'Countinghouse', serviceName: 'countinghouse' });

/** One log line and one set of metrics for each answer; the cause only of what is our fault. */
export function record(outcome: Outcome, error?: unknown): void {
  const milliseconds = Math.round(performance.now() - outcome.startedAt);
  const line = {
    operation: outcome.operation,
    tenant: outcome.tenant,
    correlation_id: outcome.correlationId,
    status: outcome.status,
    code: outcome.code,
    replayed: outcome.isReplayed || undefined,
    attempts: outcome.attempts,
    milliseconds,
  };
  if (outcome.status >= 500) logger.error('failed', { ...line, error: asError(error) });
  else logger.info('answered', line);
  measure(outcome, milliseconds);
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function measure({ operation, status, code, attempts }: Outcome, milliseconds: number): void {
  const single = metrics.singleMetric();
  single.addDimension('operation', operation);
  single.addMetric('Latency', MetricUnit.Milliseconds, milliseconds);
  const counted = metrics.singleMetric();
  counted.addDimensions({ operation, outcome: code ?? String(status) });
  counted.addMetric('Count', MetricUnit.Count, 1);
  if (attempts > 1) {
    const retried = metrics.singleMetric();
    retried.addDimension('operation', operation);
    retried.addMetric('Retries', MetricUnit.Count, attempts - 1);
  }
}

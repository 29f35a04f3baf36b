// Logs and metrics of every operation, in one shape. Tokens, passwords and bodies are never logged.
import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import { Refusal } from '../domain/refusals.ts';

/** What is known of a request on its way. */
export interface Trace {
  readonly operation: string;
  readonly correlationId: string;
  readonly startedAt: number;
  tenant?: string;
  attempts: number;
  isReplayed: boolean;
  /** Refuses with invalid_correlation_id when the caller's own id could not be used. */
  demandValidCorrelationId(): void;
}

const logger = new Logger({ serviceName: 'countinghouse' });
const metrics = new Metrics({ namespace: 'Countinghouse', serviceName: 'countinghouse' });

export function startTrace(
  operation: string,
  correlation: { id: string; isValid: boolean },
): Trace {
  return {
    operation,
    correlationId: correlation.id,
    startedAt: performance.now(),
    attempts: 0,
    isReplayed: false,
    demandValidCorrelationId: () => {
      if (correlation.isValid) return;
      const form = 'must be 1 to 128 of A-Z a-z 0-9 . _ : -';
      throw new Refusal('invalid_correlation_id', `The header X-Correlation-ID ${form}.`);
    },
  };
}

/** One log line and one set of metrics for each answer; the cause only of what is our fault. */
export function record(trace: Trace, status: number, error?: unknown): void {
  const milliseconds = Math.round(performance.now() - trace.startedAt);
  const code = codeOf(error);
  const line = {
    operation: trace.operation,
    tenant: trace.tenant,
    correlation_id: trace.correlationId,
    status,
    code,
    replayed: trace.isReplayed || undefined,
    attempts: trace.attempts,
    milliseconds,
  };
  if (status >= 500) logger.error('failed', { ...line, error: asError(error) });
  else logger.info('answered', line);
  measure(trace, code ?? String(status), milliseconds);
}

function codeOf(error: unknown): string | undefined {
  if (error === undefined) return undefined;
  return error instanceof Refusal ? error.code : 'unexpected';
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function measure({ operation, attempts }: Trace, outcome: string, milliseconds: number): void {
  const latency = metrics.singleMetric();
  latency.addDimension('operation', operation);
  latency.addMetric('Latency', MetricUnit.Milliseconds, milliseconds);
  const count = metrics.singleMetric();
  count.addDimensions({ operation, outcome });
  count.addMetric('Count', MetricUnit.Count, 1);
  if (attempts > 1) {
    const retries = metrics.singleMetric();
    retries.addDimension('operation', operation);
    retries.addMetric('Retries', MetricUnit.Count, attempts - 1);
  }
}

/** The metrics of one verification of the books; alarms are set on them. */
export function recordVerification(
  counts: Record<'Checked' | 'Differences' | 'Unfinished', number>,
) {
  for (const [name, count] of Object.entries(counts)) {
    metrics.addMetric(name, MetricUnit.Count, count);
  }
  metrics.publishStoredMetrics();
}

/** One log line for something that is wrong in the books. */
export function logDifference(difference: object): void {
  logger.error('difference', { difference });
}

export function logVerdict(verdict: object): void {
  logger.info('verified', { verdict });
}

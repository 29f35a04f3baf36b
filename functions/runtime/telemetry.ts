// Logs and metrics of every operation, in one format. Tokens, passwords and bodies are never logged.
import { Logger } from '@aws-lambda-powertools/logger';
import { Refusal } from '../domain/refusals/refusals.ts';
import type { RuleFailure } from '../domain/rules/failing-rules.ts';
import { CombiningCounts } from '../ledger/commit/combining/combining-counts.ts';
import { buildMetrics, toCount, toMs } from './metrics.ts';
import type { MetricSet } from './metrics.ts';

/** What is logged of a request. */
export interface RequestTrace {
  readonly operation: string;
  readonly correlationId: string;
  /** The gateway's own, which its access log has too; a caller may repeat the correlation id. */
  readonly requestId: string | undefined;
  readonly startedAt: number;
  tenant?: string;
  /** Who asks, as the authorizer has recognized it. */
  actor?: string;
  attempts: number;
  isReplayed: boolean;
  readonly combining: CombiningCounts;
  /** The rules that failed in any attempt, each once. */
  readonly failingRules: Map<string, RuleFailure>;
  /** Refuses with invalid_correlation_id when the caller's id is invalid. */
  requireValidCorrelationId(): void;
}

const logger = new Logger({ serviceName: 'countinghouse' });

export function startTrace(
  operation: string,
  correlation: { id: string; isValid: boolean },
  requestId?: string,
): RequestTrace {
  return {
    operation,
    correlationId: correlation.id,
    requestId,
    startedAt: performance.now(),
    attempts: 0,
    isReplayed: false,
    combining: new CombiningCounts(),
    failingRules: new Map(),
    requireValidCorrelationId: () => {
      if (correlation.isValid) return;
      const form = 'must be 1 to 128 of A-Z a-z 0-9 . _ : -';
      throw new Refusal('invalid_correlation_id', `The header X-Correlation-ID ${form}.`);
    },
  };
}

/**
 * Writes one log line for each answer, which also carries its metrics; the error only for status 500 and
 * above.
 */
export function recordRequest(trace: RequestTrace, status: number, error?: unknown): void {
  const milliseconds = Math.round(performance.now() - trace.startedAt);
  const code = readErrorCode(error);
  const line = {
    operation: trace.operation,
    tenant: trace.tenant,
    actor: trace.actor,
    request_id: trace.requestId,
    correlation_id: trace.correlationId,
    status,
    code,
    replayed: trace.isReplayed || undefined,
    attempts: trace.attempts,
    combined: trace.combining.postings || undefined,
    milliseconds,
    ...buildFailingRules(trace),
    ...buildRequestMetrics(trace, code ?? String(status), milliseconds),
  };
  if (status >= 500) logger.error('failed', { ...line, error: toError(error) });
  else logger.info('answered', line);
}

/** Notes a rule that has failed in the request. */
export function noteRuleFailure({ failingRules }: RequestTrace, failure: RuleFailure): void {
  failingRules.set(JSON.stringify([failure.productId, failure.ruleId]), failure);
}

/** Keeps the line short: the metric counts all of them. */
const FAILING_RULES_LISTED_MAX = 20;

// Without the message, which may quote what was posted.
function buildFailingRules({ failingRules }: RequestTrace) {
  const failures = [...failingRules.values()].slice(0, FAILING_RULES_LISTED_MAX);
  if (failures.length === 0) return {};
  return {
    failing_rules: failures.map(({ productId, ruleId, source: { line, column } }) => {
      return { product_id: productId, rule_id: ruleId, line, column };
    }),
  };
}

function readErrorCode(error: unknown): string | undefined {
  if (error === undefined) return undefined;
  return error instanceof Refusal ? error.code : 'unexpected';
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function buildRequestMetrics(
  { attempts, combining, failingRules }: RequestTrace,
  outcome: string,
  latencyMs: number,
) {
  const retries = attempts > 1 && { Retries: toCount(attempts - 1) };
  return {
    outcome,
    ...buildMetrics(
      {
        dimensions: ['service', 'operation'],
        metrics: { Latency: toMs(latencyMs), ...retries, ...buildCombiningMetrics(combining) },
      },
      { dimensions: ['service', 'operation', 'outcome'], metrics: { Count: toCount(1) } },
      ...(failingRules.size > 0
        ? [{ dimensions: ['service'], metrics: { FailingRules: toCount(failingRules.size) } }]
        : []),
    ),
  };
}

function buildCombiningMetrics(counts: CombiningCounts): MetricSet['metrics'] {
  if (counts.leases === 0) return {};
  return {
    CombinerLeases: toCount(counts.leases),
    CombinedTransactions: toCount(counts.transactions),
    CombinedPostings: toCount(counts.postings),
    ReturnedIntents: toCount(counts.returned),
  };
}

/** Logs the outcome of a verification, with the metrics of its alarms. */
export function recordVerification(
  verdict: object,
  counts: Record<'Checked' | 'Differences' | 'Unfinished', number>,
): void {
  const metrics = {
    Checked: toCount(counts.Checked),
    Differences: toCount(counts.Differences),
    Unfinished: toCount(counts.Unfinished),
  };
  logger.info('verified', { verdict, ...buildMetrics({ dimensions: ['service'], metrics }) });
}

/** Logs one difference that a verification found. */
export function recordDifference(difference: object): void {
  logger.error('difference', { difference });
}

/** Logs what the verification remarks without a difference. */
export function recordRemark(remark: string): void {
  logger.info('remark', { remark });
}

/** Logs a receipt that a consumer of the stream could not read. */
export function recordUnreadable(consumer: string, receipt: string, error: Error): void {
  logger.error('unreadable receipt', { consumer, receipt, error });
}

/** Logs an event that a consumer could not apply; the stream retries it. */
export function recordUnapplied(consumer: string, event: object, error: Error): void {
  logger.error('event not applied', { consumer, event, error });
}

/** Logs each batch of a consumer, with the metrics of its size and lag. */
export function recordBatch(
  consumer: string,
  counts: Record<'Events' | 'Failed' | 'LagMilliseconds', number>,
): void {
  const metrics = {
    Events: toCount(counts.Events),
    Failed: toCount(counts.Failed),
    LagMilliseconds: toMs(counts.LagMilliseconds),
  };
  const dimensions = ['service', 'consumer'];
  logger.info('consumed', { consumer, ...buildMetrics({ dimensions, metrics }) });
}

/** The batch library's own log lines say less than ours. */
export const silentBatchLogger = {
  debug: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

interface TaskRun {
  readonly name: string;
  readonly projection?: string;
  readonly tenant?: string;
  readonly batchId?: string;
}

/** Logs a finished task. */
export function recordTask({ milliseconds, ...run }: TaskRun & { milliseconds: number }): void {
  logger.info('task done', { ...run, milliseconds: Math.round(milliseconds) });
}

/** Logs a failed task, which is retried or fails its execution. */
export function recordTaskFailure({ error, ...run }: TaskRun & { error: unknown }): void {
  logger.error('task failed', { ...run, error: toError(error) });
}

/** Logs a run of sealing, with the metrics of its alarms. */
export function recordSealing(totals: {
  readonly tenants: number;
  readonly sealed: number;
  readonly failed: number;
  readonly unfinished: number;
  /** Whether late receipts were searched in the whole feed. */
  readonly isThorough: boolean;
}): void {
  const metrics = {
    Sealed: toCount(totals.sealed),
    SealingFailures: toCount(totals.failed),
    SealingUnfinished: toCount(totals.unfinished),
    ...(totals.isThorough && { ThoroughSealings: toCount(1) }),
  };
  logger.info('sealed', { ...totals, ...buildMetrics({ dimensions: ['service'], metrics }) });
}

/** Logs that the receipts of a tenant could not be sealed; the next run tries again. */
export function recordSealingFailure(tenant: string, error: unknown): void {
  logger.error('sealing failed', { tenant, error: toError(error) });
}

/** Logs that no leaf can be made of a receipt, and counts it for the alarm. */
export function recordUnsealable(tenant: string, error: unknown): void {
  const metrics = { Unsealable: toCount(1) };
  const line = { tenant, error: toError(error) };
  logger.error('unsealable receipt', {
    ...line,
    ...buildMetrics({ dimensions: ['service'], metrics }),
  });
}

/** Logs that a witness did not cosign, and counts it for the alarm; it is asked again. */
export function recordWitnessFailure(witness: string, error: unknown): void {
  const metrics = { WitnessFailures: toCount(1) };
  const line = { witness, error: toError(error) };
  logger.error('not cosigned', {
    ...line,
    ...buildMetrics({ dimensions: ['service'], metrics }),
  });
}

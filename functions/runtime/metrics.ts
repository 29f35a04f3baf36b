// CloudWatch metrics in log lines (the embedded metric format). A line that carries its metrics costs
// nothing more; lines for metrics alone would be two more for each request (ADR 065).
import { requireVariable } from './environment.ts';

const namespace = requireVariable('POWERTOOLS_METRICS_NAMESPACE');

interface Metric {
  readonly unit: 'Count' | 'Milliseconds';
  readonly value: number;
}

/** Metrics that share their dimensions. The log line has to hold a text for each dimension. */
export interface MetricSet {
  readonly dimensions: readonly string[];
  readonly metrics: Readonly<Record<string, Metric>>;
}

export function toCount(value: number): Metric {
  return { unit: 'Count', value };
}

export function toMs(value: number): Metric {
  return { unit: 'Milliseconds', value };
}

/** The members of a log line that make CloudWatch count the metrics. */
export function buildMetrics(...sets: readonly MetricSet[]): Record<string, unknown> {
  const directives = sets.map(({ dimensions, metrics }) => ({
    Namespace: namespace,
    Dimensions: [dimensions],
    Metrics: Object.entries(metrics).map(([Name, { unit }]) => ({ Name, Unit: unit })),
  }));
  const values = sets.flatMap(({ metrics }) => Object.entries(metrics));
  return {
    ...Object.fromEntries(values.map(([name, { value }]) => [name, value])),
    _aws: { Timestamp: Date.now(), CloudWatchMetrics: directives },
  };
}

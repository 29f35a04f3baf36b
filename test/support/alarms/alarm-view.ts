// The alarms of synthesized templates, in one form for those of a metric and those of an expression.
import type { SynthesizedTemplates, TemplateResourceView } from '../stack/templates.ts';

export interface WatchedMetric {
  readonly id: string;
  readonly namespace: string;
  readonly name: string;
  /** The values are text, or what refers to a resource. */
  readonly dimensions: Readonly<Record<string, unknown>>;
  readonly statistic: string;
  readonly periodSeconds: number;
}

export interface AlarmView {
  /** Without the stage. */
  readonly name: string;
  readonly impact: string;
  readonly metrics: readonly WatchedMetric[];
  readonly expression: string | undefined;
  readonly threshold: number;
  readonly datapoints: number;
  readonly periods: number;
  readonly isLower: boolean;
  readonly missingData: string;
  readonly actions: number;
}

/** Reads all alarms of the production stage. */
export function readAlarms(templates: SynthesizedTemplates): AlarmView[] {
  return templates.ofType('AWS::CloudWatch::Alarm').map(readAlarm);
}

function readAlarm({ Properties: alarm }: TemplateResourceView): AlarmView {
  const given: readonly GivenMetric[] = alarm.Metrics ?? [];
  const inner = given.flatMap(({ Id, MetricStat }) =>
    MetricStat
      ? [readMetric(Id, { ...MetricStat.Metric, ...MetricStat, Statistic: MetricStat.Stat })]
      : [],
  );
  return {
    name: String(alarm.AlarmName).replace(/^production-/, ''),
    impact: alarm.AlarmDescription,
    metrics: alarm.MetricName ? [readMetric('', alarm)] : inner,
    expression: given.find(({ Expression }) => Expression)?.Expression,
    threshold: alarm.Threshold,
    datapoints: alarm.DatapointsToAlarm ?? alarm.EvaluationPeriods,
    periods: alarm.EvaluationPeriods,
    isLower: String(alarm.ComparisonOperator).startsWith('LessThan'),
    missingData: alarm.TreatMissingData,
    actions: alarm.AlarmActions?.length ?? 0,
  };
}

interface GivenMetric {
  readonly Id: string;
  readonly Expression?: string;
  readonly MetricStat?: {
    readonly Metric: Omit<GivenStatistic, 'Period'>;
    readonly Period: number;
    readonly Stat: string;
  };
}

interface GivenStatistic {
  readonly Namespace: string;
  readonly MetricName: string;
  readonly Dimensions?: readonly { readonly Name: string; readonly Value: unknown }[];
  readonly Statistic?: string;
  readonly ExtendedStatistic?: string;
  readonly Period: number;
}

function readMetric(id: string, given: GivenStatistic): WatchedMetric {
  const dimensions = (given.Dimensions ?? []).map(({ Name, Value }) => [Name, Value] as const);
  return {
    id,
    namespace: given.Namespace,
    name: given.MetricName,
    dimensions: Object.fromEntries(dimensions),
    statistic: given.Statistic ?? given.ExtendedStatistic ?? '',
    periodSeconds: given.Period,
  };
}

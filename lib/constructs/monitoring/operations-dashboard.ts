import { Dashboard, GraphWidget } from 'aws-cdk-lib/aws-cloudwatch';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import { operations } from '../../../functions/operations/operations.ts';
import type { Stage } from '../../config/stages.ts';
import { apiMetric, MINUTE, operationMetric } from './metrics.ts';
import type { Tables } from '../lambda/grants.ts';

export interface OperationsDashboardProps {
  readonly stage: Stage;
  readonly tables: Tables;
}

/** One look at what the ledger is asked, how it answers, and what the tables bear. */
export class OperationsDashboard extends Construct {
  constructor(scope: Construct, { stage, tables }: OperationsDashboardProps) {
    super(scope, 'Operations');
    const api = (metricName: string, statistic: string) =>
      apiMetric(stage, { api: 'ledger', metricName, statistic });
    const count = (name: string) => operationMetric(stage, name, 'Invocations');
    const units = (kind: 'Read' | 'Write') =>
      Object.values(tables).map((table: ITable) =>
        table[`metricConsumed${kind}CapacityUnits`]({ period: MINUTE }),
      );
    new Dashboard(this, 'Dashboard', {
      dashboardName: `countinghouse-${stage.name}`,
      widgets: [
        [
          graph('Requests', [api('Count', 'Sum')]),
          graph('Errors', [api('4XXError', 'Sum'), api('5XXError', 'Sum')]),
          graph('Latency, ms', [api('Latency', 'p50'), api('Latency', 'p99')]),
        ],
        [
          graph('Calls by operation', Object.keys(operations).map(count)),
          graph('Write units', units('Write')),
          graph('Read units', units('Read')),
        ],
      ],
    });
  }
}

function graph(title: string, left: IMetric[]): GraphWidget {
  return new GraphWidget({ title, left, width: 8, height: 6 });
}

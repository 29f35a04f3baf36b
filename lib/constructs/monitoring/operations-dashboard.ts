import { Stack } from 'aws-cdk-lib';
import { Dashboard, GraphWidget } from 'aws-cdk-lib/aws-cloudwatch';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import { operations } from '../../../functions/operations/operations.ts';
import type { Stage } from '../../config/stages.ts';
import { buildApiMetric, MINUTE, buildOperationMetric } from './metrics.ts';
import type { LedgerTables } from '../storage/ledger-tables.ts';

export interface OperationsDashboardProps {
  readonly stage: Stage;
  readonly tables: LedgerTables;
}

/** A dashboard of requests, errors, latency and the load on the tables. */
export class OperationsDashboard extends Construct {
  constructor(scope: Construct, { stage, tables }: OperationsDashboardProps) {
    super(scope, 'Operations');
    const api = (metricName: string, statistic: string) =>
      buildApiMetric(stage, { api: 'ledger', metricName, statistic });
    const count = (name: string) => buildOperationMetric(stage, name, 'Invocations');
    const units = (kind: 'Read' | 'Write') =>
      Object.values(tables).map((table: ITable) =>
        table[`metricConsumed${kind}CapacityUnits`]({ period: MINUTE }),
      );
    new Dashboard(this, 'Dashboard', {
      // An account has each name once, in whichever region.
      dashboardName: `countinghouse-${stage.name}-${Stack.of(this).region}`,
      widgets: [
        [
          buildGraph('Requests', [api('Count', 'Sum')]),
          buildGraph('Errors', [api('4XXError', 'Sum'), api('5XXError', 'Sum')]),
          buildGraph('Latency, ms', [api('Latency', 'p50'), api('Latency', 'p99')]),
        ],
        [
          buildGraph('Calls by operation', Object.keys(operations).map(count)),
          buildGraph('Write units', units('Write')),
          buildGraph('Read units', units('Read')),
        ],
      ],
    });
  }
}

function buildGraph(title: string, left: IMetric[]): GraphWidget {
  return new GraphWidget({ title, left, width: 8, height: 6 });
}

import { CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import type { StackProps } from 'aws-cdk-lib';
import { StreamViewType } from 'aws-cdk-lib/aws-dynamodb';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { EventBus } from 'aws-cdk-lib/aws-events';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { WEBHOOK_INDEXES } from '../../functions/ledger/store/indexes.ts';
import type { Stage } from '../config/stages.ts';
import { BATCH_MACHINES } from '../constructs/state-machines/batch-machines.ts';
import { buildGrants, buildPartitionGrant } from '../constructs/lambda/grants.ts';
import type { LedgerTables } from '../constructs/storage/ledger-tables.ts';
import { buildTableKeyGrant } from '../constructs/lambda/key-grants.ts';
import { buildAllowStatement } from '../constructs/allow-statement.ts';
import { LambdaFunction } from '../constructs/lambda/lambda-function.ts';
import { buildRebuildDefinition } from '../constructs/state-machines/rebuild-definition.ts';
import { REBUILD_TASKS } from '../constructs/state-machines/rebuild-tasks.ts';
import type { RebuildTask, RebuildTaskName } from '../constructs/state-machines/rebuild-tasks.ts';
import { buildStateMachineArn } from '../constructs/state-machines/state-machine-arn.ts';
import { buildStoreEnvironment } from '../constructs/lambda/store-environment.ts';
import { StreamConsumer } from '../constructs/lambda/stream-consumer.ts';
import {
  makeReplaceable,
  referToStream,
  referToTable,
} from '../constructs/storage/replaceable-table.ts';
import { STORED_TABLES } from '../constructs/storage/stored-tables.ts';
import { TenantTable } from '../constructs/storage/tenant-table.ts';
import { TaskMachine } from '../constructs/state-machines/task-machine.ts';

export interface ProjectionsStackProps extends StackProps {
  readonly stage: Stage;
  readonly bundles: string;
  readonly key: IKey;
}

/** Longer than the history of an execution that reads lasts (ADR 043): only one that waits for something ends by it. */
const REBUILD_LIMIT = Duration.days(7);

/** The consumers of events: the read models, and the event bus to which an institution subscribes. */
export class ProjectionsStack extends Stack {
  readonly consumers: readonly StreamConsumer[];
  readonly eventBusName: string;
  readonly #tables: LedgerTables;

  constructor(scope: Construct, id: string, props: ProjectionsStackProps) {
    super(scope, id, props);
    const { stage } = props;
    this.#tables = {
      ledger: referToTable(this, stage, 'ledger'),
      receipts: referToStream(this, stage, 'receipts'),
      projections: makeReplaceable(stage, 'projections', this.#projectionsTable(props)),
      webhooks: makeReplaceable(stage, 'webhooks', this.#webhooksTable(props)),
    };
    const bus = new EventBus(this, 'Events', { eventBusName: `${stage.name}-events` });
    this.eventBusName = bus.eventBusName;
    this.consumers = [this.#projector(props), this.#publisher(props, bus)];
    this.#rebuilder(props);
    new CfnOutput(this, 'EventBus', { value: bus.eventBusName });
    for (const { node, failures } of this.consumers) {
      new CfnOutput(this, `FailuresOf${node.id.replaceAll('-', '')}`, { value: failures.queueUrl });
    }
  }

  #projectionsTable(props: ProjectionsStackProps): Table {
    return new TenantTable(this, 'Projections', props);
  }

  /** The deliveries of webhooks, which its stream brings to their first attempt (ADR 129). */
  #webhooksTable(props: ProjectionsStackProps): Table {
    const table = new TenantTable(this, 'Webhooks', {
      ...props,
      stream: StreamViewType.NEW_IMAGE,
      timeToLiveAttribute: STORED_TABLES.webhooks.expiry,
    });
    for (const index of Object.values(WEBHOOK_INDEXES)) table.addIndex(index);
    return table;
  }

  #projector(props: ProjectionsStackProps): StreamConsumer {
    const { stage, key } = props;
    const { receipts, ledger, projections } = this.#tables;
    return new StreamConsumer(this, 'project-events', {
      ...props,
      table: receipts,
      // One batch of a shard at a time, or the lag would not show what an earlier batch still lacks.
      description: 'Applies events to the projections.',
      impact: {
        lost: 'Projections lack some events: fix the cause, then npm run projections -- redrive, or rebuild.',
        late: 'Projections are a minute behind the ledger: screens show old data and the lag.',
      },
      environment: {
        LEDGER_TABLE: ledger.tableName,
        RECEIPTS_TABLE: receipts.tableName,
        PROJECTIONS_TABLE: projections.tableName,
        WRITE_SHARDS: String(stage.writeShards),
      },
      statements: [
        buildAllowStatement(
          [
            'dynamodb:GetItem',
            'dynamodb:BatchGetItem',
            'dynamodb:PutItem',
            'dynamodb:BatchWriteItem',
          ],
          [projections.tableArn],
        ),
        buildTableKeyGrant(key),
      ],
    });
  }

  /** Rebuilds a projection with a state machine; a command can do the same (ADR 043). */
  #rebuilder(props: ProjectionsStackProps): void {
    const { stage, key } = props;
    const stores = { ...props, tables: this.#tables };
    const task = (name: RebuildTaskName): IFunction => {
      const { uses, ...own }: RebuildTask = REBUILD_TASKS[name];
      const environment = buildStoreEnvironment(uses, stores);
      const statements = buildGrants(uses, stores);
      return new LambdaFunction(this, name, { ...props, ...own, environment, statements }).function;
    };
    const functions = {
      begin: task('begin-projection-rebuild'),
      fill: task('fill-projection-segment'),
      swap: task('swap-projection'),
      retire: task('retire-projection'),
      sweep: task('sweep-projection'),
    };
    const { machine } = new TaskMachine(this, 'rebuild-projection', {
      stage,
      key,
      definition: buildRebuildDefinition((name) => functions[name].functionArn),
      limit: REBUILD_LIMIT,
      functions: Object.values(functions),
    });
    new CfnOutput(this, 'GenerationReuse', { value: String(stage.generationReuseMs) });
    new CfnOutput(this, 'RebuildMachine', { value: machine.stateMachineArn });
  }

  // Refers to the machines by name: their stack depends on this one, so a reference would be circular.
  #batchMachines({ name: stage }: Stage): Record<string, string> {
    const all = Object.entries(BATCH_MACHINES);
    return Object.fromEntries(
      all.map(([event, name]) => [event, buildStateMachineArn(this, `${stage}-${name}`)]),
    );
  }

  #publisher(props: ProjectionsStackProps, bus: EventBus): StreamConsumer {
    const machines = this.#batchMachines(props.stage);
    const { ledger, receipts, webhooks } = this.#tables;
    const STATE_MACHINES = this.toJsonString(machines);
    new CfnOutput(this, 'BatchMachines', { value: STATE_MACHINES });
    return new StreamConsumer(this, 'publish-events', {
      ...props,
      table: receipts,
      description: 'Publishes events to the bus and to webhooks, and starts accepted batches.',
      // Subscribers do not rely on the order, and a bus that is slow for one batch delays no other.
      parallelBatches: PUBLISHED_AT_ONCE,
      impact: {
        lost: 'Subscribers miss some events, or exports and imports stay ACCEPTED: redrive them.',
        late: 'Subscribers get events a minute late, and exports and imports start a minute late.',
      },
      environment: {
        EVENT_BUS: bus.eventBusName,
        STATE_MACHINES,
        LEDGER_TABLE: ledger.tableName,
        RECEIPTS_TABLE: receipts.tableName,
        WEBHOOKS_TABLE: webhooks.tableName,
        WRITE_SHARDS: String(props.stage.writeShards),
      },
      statements: [
        buildAllowStatement(['events:PutEvents'], [bus.eventBusArn]),
        buildAllowStatement(['states:StartExecution'], Object.values(machines)),
        buildPartitionGrant(['Query'], ledger, ['T#*#WHK']),
        buildPartitionGrant(['GetItem', 'PutItem'], webhooks, ['T#*#WHD#*']),
        buildTableKeyGrant(props.key),
      ],
    });
  }
}

/** The most that Lambda allows for a shard. */
const PUBLISHED_AT_ONCE = 10;

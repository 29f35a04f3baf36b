// Tables are referred to by name through Systems Manager, not by exports: CloudFormation refuses to change an
// export that is imported, and a restored table has another name (ADR 119).
import { CfnCondition, CfnOutput, CfnParameter, CfnRule, Fn, Stack } from 'aws-cdk-lib';
import { Table } from 'aws-cdk-lib/aws-dynamodb';
import type { CfnTable, ITable } from 'aws-cdk-lib/aws-dynamodb';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import type { Construct, IConstruct } from 'constructs';
import type { Stage } from '../../config/stages.ts';
import { acknowledge } from '../findings/acknowledge.ts';
import { TABLE_RULES } from '../findings/acknowledged-rules.ts';
import type { LedgerTables } from './ledger-tables.ts';
import {
  buildReplacementParameter,
  buildTableParameterName,
  STORED_TABLES,
} from './stored-tables.ts';
import type { StoredTableName, TableParameter } from './stored-tables.ts';

/**
 * Makes a table of this stack replaceable, and publishes the one in use. With a table given by the stack's parameter,
 * the stack lets go of its own, which is retained. CloudFormation keeps the value for later deployments.
 */
export function makeReplaceable(stage: Stage, name: StoredTableName, table: Table): ITable {
  const stack = Stack.of(table);
  const { id } = STORED_TABLES[name];
  const given = defineParameter(stack, buildReplacementParameter(name, 'Table'), 'name of a table');
  const isOwn = new CfnCondition(stack, `Owns${id}Table`, {
    expression: Fn.conditionEquals(given.valueAsString, ''),
  });
  (table.node.defaultChild as CfnTable).cfnOptions.condition = isOwn;
  keepExports(stack, table, isOwn);
  acknowledge(table, TABLE_RULES.backedUpElsewhere);
  const choose = (own: string, other: string) =>
    Fn.conditionIf(isOwn.logicalId, own, other).toString();
  const tableName = choose(table.tableName, given.valueAsString);
  const published = publish(stack, stage, name, tableName);
  new CfnOutput(stack, `${id}Table`, { value: published.stringValue });
  const own = table.tableStreamArn;
  if (own === undefined) return Table.fromTableAttributes(stack, `${id}InUse`, { tableName });
  const stream = defineParameter(
    stack,
    buildReplacementParameter(name, 'Stream'),
    'ARN of its stream',
  );
  requireBoth(stack, given, stream);
  const tableStreamArn = choose(own, stream.valueAsString);
  publish(stack, stage, `${name}-stream`, tableStreamArn);
  return Table.fromTableAttributes(stack, `${id}InUse`, { tableName, tableStreamArn });
}

// A stage of an earlier version imports them until its other stacks are deployed.
function keepExports(stack: Stack, table: Table, condition: CfnCondition): void {
  const { tableName, tableArn, tableStreamArn } = table;
  for (const value of [tableName, tableArn, ...(tableStreamArn ? [tableStreamArn] : [])])
    stack.exportValue(value);
  const exported = stack.node.findChild('Exports').node.findAll();
  for (const output of exported) if (isExportOf(output, table)) output.condition = condition;
}

function isExportOf(construct: IConstruct, table: Table): construct is CfnOutput {
  const { logicalId } = table.node.defaultChild as CfnTable;
  const isOutput = CfnOutput.isCfnElement(construct) && construct instanceof CfnOutput;
  return isOutput && construct.node.id.includes(Stack.of(table).resolve(logicalId));
}

function defineParameter(stack: Stack, id: string, what: string): CfnParameter {
  return new CfnParameter(stack, id, {
    type: 'String',
    default: '',
    description: `The ${what} to use in place of the stack's own (docs/runbook.md).`,
  });
}

function publish(
  stack: Stack,
  stage: Stage,
  parameter: TableParameter,
  value: string,
): StringParameter {
  return new StringParameter(stack, `InUse-${parameter}`, {
    parameterName: buildTableParameterName(stage.name, parameter),
    stringValue: value,
    description: 'What the stage uses; deployments set it from the parameters of the stack.',
  });
}

// Functions would write to one table, and consumers read the stream of another.
function requireBoth(stack: Stack, table: CfnParameter, stream: CfnParameter): void {
  const isEmpty = ({ valueAsString }: CfnParameter) => Fn.conditionEquals(valueAsString, '');
  const neither = Fn.conditionAnd(isEmpty(table), isEmpty(stream));
  const both = Fn.conditionAnd(Fn.conditionNot(isEmpty(table)), Fn.conditionNot(isEmpty(stream)));
  new CfnRule(stack, `${table.node.id}WithStream`, {
    assertions: [
      {
        assert: Fn.conditionOr(neither, both),
        assertDescription: `Give ${table.node.id} and ${stream.node.id} together, or neither.`,
      },
    ],
  });
}

/** Refers to the table in use from a stack other than that which defines it. */
export function referToTable(scope: Construct, stage: Stage, name: StoredTableName): ITable {
  return refer(scope, stage, name);
}

/** Refers to the table in use, and to its stream. */
export function referToStream(
  scope: Construct,
  stage: Stage,
  name: 'receipts' | 'webhooks',
): ITable {
  return refer(scope, stage, name, `${name}-stream`);
}

function refer(
  scope: Construct,
  stage: Stage,
  name: StoredTableName,
  stream?: TableParameter,
): ITable {
  const stack = Stack.of(scope);
  const { id } = STORED_TABLES[name];
  const read = (parameter: TableParameter, part: 'Table' | 'Stream'): string =>
    new CfnParameter(stack, `${id}${part}`, {
      type: 'AWS::SSM::Parameter::Value<String>',
      default: buildTableParameterName(stage.name, parameter),
    }).valueAsString;
  return Table.fromTableAttributes(stack, `${id}InUse`, {
    tableName: read(name, 'Table'),
    ...(stream !== undefined && { tableStreamArn: read(stream, 'Stream') }),
  });
}

/** Refers to the tables of the ledger. A stack has the parameters of those alone that it uses. */
export function referToTables(scope: Construct, stage: Stage, intents?: ITable): LedgerTables {
  const known = new Map<StoredTableName, ITable>();
  const find = (name: StoredTableName): ITable => {
    const table = known.get(name) ?? referToTable(scope, stage, name);
    known.set(name, table);
    return table;
  };
  return {
    get ledger() {
      return find('ledger');
    },
    get receipts() {
      return find('receipts');
    },
    get projections() {
      return find('projections');
    },
    ...(intents && { intents }),
    get webhooks() {
      return find('webhooks');
    },
  };
}

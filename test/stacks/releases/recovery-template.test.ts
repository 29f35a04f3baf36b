// Restored tables take the place of those of the stacks under other names (docs/runbook.md, "Restore").
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { listSwitchParameters } from '../../../commands/restore/switch-steps.ts';
import type { RestoredTable } from '../../../commands/restore/restore-tables.ts';
import { readDeployment } from '../../../local/cloudformation/deployment.ts';
import type { Deployment } from '../../../local/cloudformation/deployment.ts';
import { RELEASE_CONTEXT } from '../../../tools/releases/kept-release.ts';
import { assembleForRun } from '../../support/stack/templates.ts';

let folder: string;
beforeAll(async () => {
  folder = await assembleForRun({ ...RELEASE_CONTEXT });
});

const STREAM = 'arn:aws:dynamodb:us-east-1:000000000000:table/new-receipts/stream/2026';
const WEBHOOKS_STREAM = STREAM.replace('receipts', 'webhooks');
const RESTORED: readonly RestoredTable[] = [
  { table: 'ledger', name: 'new-ledger' },
  { table: 'receipts', name: 'new-receipts', streamArn: STREAM },
  { table: 'projections', name: 'new-projections' },
  { table: 'webhooks', name: 'new-webhooks', streamArn: WEBHOOKS_STREAM },
  { table: 'identity', name: 'new-identity' },
];

/** The parameters as the deployment command passes them. */
function readParameters(restored: readonly RestoredTable[]) {
  const parameters: Record<string, Record<string, string>> = {};
  for (const text of listSwitchParameters('production', restored)) {
    const [, stack = '', name = '', value = ''] = /^(.*?):(\w+)=(.*)$/.exec(text) ?? [];
    (parameters[stack] ??= {})[name] = value;
  }
  return parameters;
}

/** Everything that names a table of the stacks. */
function describeUse(deployment: Deployment): string {
  const types = ['AWS::Lambda::Function', 'AWS::IAM::Role', 'AWS::Lambda::EventSourceMapping'];
  const watching = ['AWS::CloudWatch::Alarm', 'AWS::CloudWatch::Dashboard', 'AWS::SSM::Parameter'];
  const used = deployment.ofType(...types, ...watching).map(({ properties }) => properties);
  return JSON.stringify([used, deployment.outputs()]);
}

const OWN =
  /countinghouse-production-(data-(Ledger|Receipts)|projections-(Projections|Webhooks)|identity-Identity)\w+/;

describe('without parameters', () => {
  test('the stage uses the tables of its stacks', () => {
    const deployment = readDeployment(folder);

    expect(deployment.ofType('AWS::DynamoDB::Table')).toHaveLength(5);
    expect(describeUse(deployment)).toMatch(OWN);
  });

  test('no stack imports a table, so that none keeps another from changing it', () => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.template.json'));
    const imports = files.flatMap((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      return [...text.matchAll(/"Fn::ImportValue":\s*"([^"]+)"/g)].map(([, found]) => found);
    });

    expect(files.length).toBeGreaterThan(15);
    expect(imports.length).toBeGreaterThan(10);
    expect(
      imports.filter((name) => /Ledger|Receipts|Projections|Webhooks|Identity/.test(String(name))),
    ).toEqual([]);
  });
});

test('restored tables take the place of all, and the stacks let go of theirs', () => {
  const deployment = readDeployment(folder, readParameters(RESTORED));
  const environments = deployment
    .ofType('AWS::Lambda::Function')
    .map(({ properties }) => properties.Environment as { Variables: Record<string, string> })
    .map(({ Variables }) => Variables);
  const mappings = deployment.ofType('AWS::Lambda::EventSourceMapping');
  const list = (name: string) => [...new Set(environments.flatMap((one) => one[name] ?? []))];

  expect(list('LEDGER_TABLE')).toEqual(['new-ledger']);
  expect(list('RECEIPTS_TABLE')).toEqual(['new-receipts']);
  expect(list('PROJECTIONS_TABLE')).toEqual(['new-projections']);
  expect(list('WEBHOOKS_TABLE')).toEqual(['new-webhooks']);
  expect(list('IDENTITY_TABLE')).toEqual(['new-identity']);
  expect(mappings.map(({ properties }) => properties.EventSourceArn)).toEqual([
    STREAM,
    STREAM,
    WEBHOOKS_STREAM,
  ]);
  expect(deployment.ofType('AWS::DynamoDB::Table')).toEqual([]);
  expect(describeUse(deployment)).not.toMatch(OWN);
});

test('one table is replaced alone', () => {
  const deployment = readDeployment(folder, readParameters(RESTORED.slice(0, 1)));

  expect(deployment.ofType('AWS::DynamoDB::Table')).toHaveLength(4);
  expect(JSON.stringify(deployment.ofType('AWS::IAM::Role'))).toContain(':table/new-ledger');
});

test('a table that its stack lets go of is kept', () => {
  const data = JSON.parse(
    readFileSync(join(folder, 'countinghouse-production-data.template.json'), 'utf8'),
  );
  const tables = Object.values<{ Type: string; Condition?: string; DeletionPolicy: string }>(
    data.Resources,
  ).filter(({ Type }) => Type === 'AWS::DynamoDB::Table');

  expect(tables.map(({ DeletionPolicy }) => DeletionPolicy)).toEqual([
    'RetainExceptOnCreate',
    'RetainExceptOnCreate',
  ]);
  // Otherwise functions would write to one table while the read models follow the stream of another.
  expect(data.Rules.ReceiptsTableInUseWithStream.Assertions).toHaveLength(1);
});

// Where the stage says so, requests that wait for one account leave intents in a table of their own (ADR 125).
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import {
  COMBINING_GRANTS,
  operations,
  toKebabCase,
} from '../../../functions/operations/operations.ts';
import type { Operation } from '../../../functions/operations/operations.ts';
import { readDeployment } from '../../../local/cloudformation/deployment.ts';
import type { Deployment } from '../../../local/cloudformation/deployment.ts';
import { listRowGrants } from '../../support/invariants/role-grants.ts';
import type { RoleStatement } from '../../support/invariants/role-grants.ts';
import { assembleForRun } from '../../support/stack/templates.ts';
import { findOpenFindings } from '../../support/stages/findings.ts';

const COMBINING = Object.entries<Operation>(operations).flatMap(([name, { combines }]) =>
  combines ? [name] : [],
);

let folder: string;
let deployment: Deployment;
beforeAll(async () => {
  const settings = { combining: true };
  folder = await assembleForRun({ stage: 'test', settings });
  deployment = readDeployment(folder);
});

interface FunctionRole {
  readonly name: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly statements: readonly RoleStatement[];
}

function listRoles({ ofType }: Deployment): FunctionRole[] {
  const roles = new Map(
    ofType('AWS::IAM::Role').map((role) => [`arn:aws:iam::${role.account}:role/${role.ref}`, role]),
  );
  return ofType('AWS::Lambda::Function').map(({ ref, properties }) => {
    const { Variables: variables = {} } = properties.Environment as unknown as {
      Variables?: Record<string, string>;
    };
    const policies = roles.get(String(properties.Role))?.properties.Policies as unknown as {
      PolicyDocument: { Statement: RoleStatement[] };
    }[];
    const statements = policies.flatMap(({ PolicyDocument: { Statement } }) => Statement);
    return { name: String(ref), variables, statements };
  });
}

test('the operations that combine, and no other function, use the table of intents', () => {
  const users = listRoles(deployment).filter(({ variables }) => variables['INTENTS_TABLE']);
  const granted = listRoles(deployment).filter(({ statements }) =>
    statements.flatMap(listRowGrants).some((grant) => grant.startsWith('intents')),
  );

  const expected = COMBINING.map((name) => `test-${toKebabCase(name)}`);
  expect(users.map(({ name }) => name).toSorted()).toEqual(expected.toSorted());
  expect(granted.map(({ name }) => name).toSorted()).toEqual(expected.toSorted());
});

test('they delete there alone: records stay immutable', () => {
  for (const { name, statements } of listRoles(deployment)) {
    const grants = statements.flatMap(listRowGrants).filter((one) => !one.startsWith('identity'));
    const deleting = grants.filter((grant) => grant.endsWith(':DeleteItem'));
    const isCombining = COMBINING.some((one) => name === `test-${toKebabCase(one)}`);
    if (!isCombining) {
      expect([name, deleting.filter((grant) => /^(ledger|receipts)/.test(grant))]).toEqual([
        name,
        [],
      ]);
      continue;
    }
    const { uses } = operations.postJournalEntry;
    expect(grants.toSorted()).toEqual([...uses, ...COMBINING_GRANTS].toSorted());
  }
});

test('intents expire, are encrypted with the key of the stage, and are in no stream', () => {
  const [table, ...others] = deployment
    .ofType('AWS::DynamoDB::Table')
    .filter(({ ref }) => /Intents/.test(String(ref)));

  expect(others).toEqual([]);
  expect(table?.properties).toMatchObject({
    SSESpecification: { SSEEnabled: true, SSEType: 'KMS' },
    TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
  });
  expect(table?.properties).not.toHaveProperty('StreamSpecification');
  expect(table?.properties).not.toHaveProperty('GlobalSecondaryIndexes');
});

test('an alarm watches the table, by a name that no other stack imports', () => {
  const [table] = deployment
    .ofType('AWS::DynamoDB::Table')
    .filter(({ ref }) => /Intents/.test(String(ref)));
  const [alarm, ...others] = deployment
    .ofType('AWS::CloudWatch::Alarm')
    .filter(({ properties }) => properties.AlarmName === 'test-intents-throttled');

  expect(others).toEqual([]);
  expect(alarm?.properties).toMatchObject({ AlarmActions: [expect.any(String)] });
  const metrics = alarm?.properties.Metrics as unknown as {
    MetricStat?: { Metric: { MetricName: string; Dimensions: object[] } };
  }[];
  const watched = metrics.flatMap(({ MetricStat }) => MetricStat?.Metric ?? []);
  expect(watched.map(({ MetricName }) => MetricName)).toEqual([
    'ReadThrottleEvents',
    'WriteThrottleEvents',
  ]);
  for (const { Dimensions } of watched)
    expect(Dimensions).toEqual([{ Name: 'TableName', Value: table?.ref }]);
  // CloudFormation would refuse to switch the setting off while a stack imports the name.
  const names = readdirSync(folder).filter((name) => name.endsWith('.template.json'));
  const imports = names.flatMap(
    (name) =>
      /Fn::ImportValue[^}]*Intents[^}]*/.exec(readFileSync(join(folder, name), 'utf8')) ?? [],
  );
  expect(imports).toEqual([]);
});

test('the rule packs find nothing that is not acknowledged', async () => {
  const { open } = await findOpenFindings({ stage: 'test', settings: { combining: true } });

  expect(open).toEqual([]);
});

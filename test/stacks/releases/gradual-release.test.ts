// New code gets a tenth of the requests first, on a stage whose file says so.
import { beforeAll, expect, test } from '@jest/globals';
import { operations, toKebabCase } from '../../../functions/operations/operations.ts';
import { CANARY_OPERATIONS } from '../../../lib/constructs/lambda/canary.ts';
import { readDeployment } from '../../../local/cloudformation/deployment.ts';
import type { Deployment } from '../../../local/cloudformation/deployment.ts';
import { DeploymentReplay } from '../../../tools/releases/deployment-replay.ts';
import { readInventory } from '../../../tools/releases/inventory.ts';
import { readKeptRelease, RELEASE_CONTEXT } from '../../../tools/releases/kept-release.ts';
import { assembleForRun } from '../../support/stack/templates.ts';

let folder: string;
let deployment: Deployment;
beforeAll(async () => {
  folder = await assembleForRun({
    ...RELEASE_CONTEXT,
    settings: { ...RELEASE_CONTEXT.settings, shiftTraffic: true, canary: 'gates' },
  });
  deployment = readDeployment(folder);
});

test('each operation shifts to new code while its own alarm watches, and goes back by itself', () => {
  const groups = deployment.ofType('AWS::CodeDeploy::DeploymentGroup');
  const watched = groups.map(({ properties }) => JSON.stringify(properties.AlarmConfiguration));

  expect(groups).toHaveLength(Object.keys(operations).length);
  for (const { properties } of groups) {
    expect(properties).toMatchObject({
      DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent5Minutes',
      AutoRollbackConfiguration: {
        Enabled: true,
        Events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM'],
      },
    });
  }
  const alarms = deployment
    .ofType('AWS::CloudWatch::Alarm')
    .map(({ properties }) => String(properties.AlarmName));
  for (const name of Object.keys(operations).map(toKebabCase)) {
    expect(alarms).toContain(`production-${name}`);
    expect(watched.filter((one) => one.includes(`"production-${name}"`))).toHaveLength(1);
  }
});

interface ReleaseRole {
  readonly Policies: readonly [
    { readonly PolicyDocument: { readonly Statement: readonly [Grant, Grant] } },
  ];
}

interface Grant {
  readonly Action: unknown;
  readonly Resource: string;
}

// CloudWatch describes alarms only to a role that may describe all, and CodeDeploy continues without those it cannot read.
test('the roles of releases may read every alarm, and change no function of others', () => {
  const statements = deployment
    .ofType('AWS::IAM::Role')
    .map(({ properties }) => properties as unknown as ReleaseRole)
    .filter((role) => JSON.stringify(role).includes('codedeploy.amazonaws.com'))
    .map(({ Policies: [policy] }) => policy.PolicyDocument.Statement);
  const account = String.raw`[\w-]+:\d+`;

  expect(statements.length).toBeGreaterThan(5);
  for (const [functions, alarms] of statements) {
    expect(functions.Resource).toMatch(
      new RegExp(`^arn:aws:lambda:${account}:function:production-\\*$`),
    );
    expect(alarms).toMatchObject({
      Action: 'cloudwatch:DescribeAlarms',
      Resource: expect.stringMatching(new RegExp(`^arn:aws:cloudwatch:${account}:alarm:\\*$`)),
    });
  }
});

test('the canary stops the releases of the operations that it calls, and of no other', () => {
  const groups = deployment
    .ofType('AWS::CodeDeploy::DeploymentGroup')
    .map(({ properties }) => JSON.stringify(properties.AlarmConfiguration))
    .filter((one) => one.includes('"production-canary-fails"'));
  const gated = CANARY_OPERATIONS.filter((name) =>
    groups.some((one) => one.includes(`"production-${name}"`)),
  );

  expect(groups).toHaveLength(4);
  expect(gated).toEqual(CANARY_OPERATIONS);
  expect(Object.keys(operations).map(toKebabCase)).toEqual(
    expect.arrayContaining(CANARY_OPERATIONS),
  );
});

test('the APIs call the aliases, and may', () => {
  const bodies = deployment
    .ofType('AWS::ApiGateway::RestApi')
    .map(({ properties }) => JSON.stringify(properties.Body));
  const permitted = deployment
    .ofType('AWS::Lambda::Permission')
    .map(({ properties }) => String(properties.FunctionName));

  for (const name of Object.keys(operations).map(toKebabCase)) {
    const alias = `:function:production-${name}:live`;
    expect([name, bodies.some((body) => body.includes(`${alias}/invocations`))]).toEqual([
      name,
      true,
    ]);
    expect([name, permitted.some((one) => one.endsWith(alias))]).toEqual([name, true]);
  }
});

test('it can be switched on and off by a deployment, and each stack stays far from the limits', () => {
  const [gradual, atOnce] = [readInventory(folder), readKeptRelease()];
  const account = new DeploymentReplay();

  expect([atOnce, gradual, atOnce, gradual].flatMap((one) => account.deploy(one))).toEqual([]);
  const counts = new Map<string, number>();
  for (const { name, resources } of gradual) {
    for (const path of Object.keys(resources)) {
      const stack = `${name}/${path.split('/').slice(0, -1).join('/')}`;
      counts.set(stack, (counts.get(stack) ?? 0) + 1);
    }
  }
  expect(Math.max(...counts.values())).toBeLessThan(400);
});

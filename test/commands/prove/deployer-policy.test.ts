// The policy of the deployer against the calls that the commands make.
import { expect, test } from '@jest/globals';
import { buildDeployerPolicy } from '../../../commands/prove/policy/deployer-policy.ts';
import { refuseScopeFaults } from '../../../commands/prove/policy/policy-faults.ts';
import { readText } from '../../support/conventions/source-files.ts';
import { collectActions } from '../../support/prove/called-actions.ts';

const COMMANDS = ['admin', 'evidence', 'projections', 'prove', 'restore', 'verify'];
const policy = buildDeployerPolicy({
  stage: 'production',
  account: '123456789012',
  region: 'eu-central-1',
});
const proof = buildDeployerPolicy({
  stage: 'prove',
  account: '123456789012',
  region: 'eu-north-1',
});

const CLI_ACTIONS: Readonly<Record<string, readonly string[]>> = {
  's3:ListObjectVersions': ['s3:ListBucketVersions'],
  's3:DeleteObjects': ['s3:DeleteObject', 's3:DeleteObjectVersion'],
};

// The calls that the proof makes by the AWS CLI, which has their names in lower case.
function collectCliActions(): string[] {
  const toAction = (call: string) =>
    call.replace(/(?:^|-)([a-z])/g, (_match, letter: string) => letter.toUpperCase());
  return ['alarms-step', 'destroy-step', 'locked-files'].flatMap((name) => {
    const calls = readText(`commands/prove/${name}.ts`).matchAll(
      /\baws(?:<.*?>)?\(\s*'([a-z0-9]+)',\s*'([a-z-]+)'/gs,
    );
    return [...calls].flatMap(([, service = '', call = '']) => {
      const action = `${service.replace('s3api', 's3')}:${toAction(call)}`;
      return CLI_ACTIONS[action] ?? [action];
    });
  });
}

const listGranted = ({ Statement }: typeof policy) => Statement.flatMap(({ Action }) => Action);

/** Not calls of a command: of the CDK, of services on behalf of the caller, and for a role that a schedule takes. */
const INDIRECT = /^(sts:AssumeRole|kms:|iam:PassRole)/;

test('the policy grants what the commands call, and nothing else', () => {
  const called = COMMANDS.flatMap((command) => collectActions(`bin/${command}.ts`));
  const needed = new Set([...called, ...collectCliActions()]);
  const granted = new Set(listGranted(proof).filter((action) => !INDIRECT.test(action)));

  expect(needed.size).toBeGreaterThan(40);
  expect([...needed].filter((action) => !granted.has(action))).toEqual([]);
  expect([...granted].filter((action) => !needed.has(action))).toEqual([]);
});

test('a key of the institution, which has no tag of the stage, can be used', () => {
  const key = 'arn:aws:kms:eu-central-1:123456789012:key/0a1b';
  const used = (more: { key?: string }) =>
    buildDeployerPolicy({
      stage: 'production',
      account: '123456789012',
      region: 'eu-central-1',
      ...more,
    }).Statement.find(({ Sid }) => Sid === 'UseTheKeys');

  expect(used({ key })?.Resource).toEqual([key]);
  expect(Object.keys(used({ key })?.Condition?.['StringEquals'] ?? {})).toEqual(['kms:ViaService']);
  expect(used({})?.Condition?.['StringEquals']).toMatchObject({
    'aws:ResourceTag/countinghouse:stage': 'production',
  });
});

// IAM refuses a policy with an ARN of another partition.
test.each([
  ['eu-central-1', 'aws'],
  ['us-gov-west-1', 'aws-us-gov'],
  ['eusc-de-east-1', 'aws-eusc'],
])('in %s every resource is of the partition %s', (region, partition) => {
  const { Statement } = buildDeployerPolicy({ stage: 'prove', account: '123456789012', region });
  const arns = Statement.flatMap(({ Resource }) => Resource).filter((one) => one !== '*');

  expect(new Set(arns.map((one) => one.split(':')[1]))).toEqual(new Set([partition]));
});

test('only the throwaway stage can lose a table, and no record of a ledger can be changed', () => {
  const onData = policy.Statement.filter(({ Resource }) =>
    Resource.some((arn) => /table\/countinghouse-production-(data-)?\*$/.test(arn)),
  ).flatMap(({ Action }) => Action);

  expect(listGranted(policy)).not.toContain('dynamodb:DeleteTable');
  expect(listGranted(proof)).toContain('dynamodb:DeleteTable');
  expect(listGranted(policy)).not.toContain('s3:DeleteObjectVersion');
  expect(listGranted(proof)).toContain('s3:DeleteObjectVersion');
  expect(onData).toContain('dynamodb:PutItem');
  expect(onData).not.toContain('dynamodb:UpdateItem');
  expect(onData).not.toContain('dynamodb:DeleteItem');
  expect(onData.filter((action) => action.startsWith('dynamodb:Update'))).toEqual([]);
});

test('every statement is for one stage, but for those that AWS does not limit', () => {
  const wide = policy.Statement.filter(
    ({ Resource, Condition }) =>
      !Resource.every((arn) => arn.includes('production')) &&
      !JSON.stringify(Condition ?? '').includes('production'),
  ).map(({ Sid }) => Sid);

  expect(wide).toEqual([
    'Deploy',
    'Identify',
    'ListBuckets',
    'ListMachines',
    'FindBackups',
    'ListAlarms',
  ]);
  expect(new Set(policy.Statement.map(({ Sid }) => Sid)).size).toBe(policy.Statement.length);
  // AWS's limit of a managed policy.
  expect(JSON.stringify(policy).length).toBeLessThan(6_144);
  expect(JSON.stringify(proof).length).toBeLessThan(6_144);
});

const SCOPE = { stage: 'production', account: '123456789012', region: 'eu-central-1' };
const KEY = 'arn:aws:kms:eu-central-1:123456789012:key/0a1b';

test.each([
  [{ stage: '' }, '--stage'],
  [{ stage: '*' }, '--stage'],
  [{ account: '' }, '--account'],
  [{ account: '12345678901' }, '--account'],
  [{ account: '*' }, '--account'],
  [{ region: '' }, '--region'],
  [{ region: '*' }, '--region'],
  [{ region: 'Frankfurt' }, '--region'],
  [{ key: '' }, '--key'],
  [{ key: 'arn:aws:kms:eu-central-1:123456789012:alias/ledger' }, '--key'],
  [{ key: `${KEY}*` }, '--key'],
])('no policy is built for %j', (fault, flag) => {
  expect(() => refuseScopeFaults({ ...SCOPE, ...fault })).toThrow(`${flag} takes `);
});

test.each([SCOPE, { ...SCOPE, key: KEY }, { ...SCOPE, region: 'eusc-de-east-1' }])(
  'a policy is built for %j',
  (scope) => {
    expect(() => refuseScopeFaults(scope)).not.toThrow();
  },
);

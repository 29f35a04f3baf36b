// Settings that no stage can have are refused before anything is deployed, in a sentence that names the property.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Key } from 'aws-cdk-lib/aws-kms';
import { expect, test } from '@jest/globals';
import { FORMER_FLAGS, readStageFile } from '../../lib/config/stage-file.ts';
import type { StageSettings } from '../../lib/config/stage-settings.ts';
import { readStage } from '../../lib/config/stages.ts';
import { LambdaFunction } from '../../lib/constructs/lambda/lambda-function.ts';
import { SETTINGS as EXAMPLE } from '../../stages/example.ts';

const TOPIC = 'arn:aws:sns:eu-west-1:123456789012:on-call';
const ENV = { account: '123456789012', region: 'eu-central-1' };
const ZONE = { hostedZoneId: 'Z1', zoneName: 'bank.example' };
const CERTIFICATE = 'arn:aws:acm:us-east-1:123456789012:certificate/1';
const KEY = 'arn:aws:kms:eu-west-1:123456789012:key/1';

const read = (settings: object) => readStage('stage', settings as StageSettings);

test.each<[refused: string, settings: object]>([
  ['unknown members of the stage: alarmEmail', { alarmEmail: 'a@bank.example' }],
  ['disposable must be true or false', { disposable: 'false' }],
  ['tenantCredentials must be true or false', { tenantCredentials: 'true' }],
  ['combining must be true or false', { combining: 'true' }],
  ['canary must be none, watches or gates', { canary: true }],
  ['writeShards must be a positive whole number', { writeShards: 0 }],
  [
    'functionTimeoutSeconds must be a positive whole number of at most 29',
    { functionTimeoutSeconds: 30 },
  ],
  ['throttle needs requestsPerSecond and burst', { throttle: { requestsPerSecond: 5 } }],
  ['consoleOrigin must be one origin', { consoleOrigin: 'https://console.bank.example/' }],
  ['unknown members of domain: api', { domain: { api: 'api.bank.example' }, hostedZone: ZONE }],
  [
    'domain.ledger must be a name such as',
    { domain: { ledger: 'https://bank.example' }, hostedZone: ZONE },
  ],
  [
    'domain.auth is not in the hosted zone',
    { domain: { auth: 'id.other.example' }, hostedZone: ZONE },
  ],
  [
    'each of domain needs a name of its own',
    { domain: { auth: 'bank.example', ledger: 'bank.example' }, hostedZone: ZONE },
  ],
  ['hostedZone holds the records of domain', { hostedZone: ZONE }],
  ['domain needs hostedZone', { domain: { ledger: 'ledger.bank.example' } }],
  [
    'authUrl is the address of domain.auth',
    { domain: { auth: 'id.bank.example' }, hostedZone: ZONE, authUrl: 'https://id.bank.example' },
  ],
  [
    'consoleOrigin is the origin of domain.console',
    {
      domain: { console: 'console.bank.example' },
      consoleCertificate: CERTIFICATE,
      consoleOrigin: 'https://console.bank.example',
    },
  ],
  [
    'consoleCertificate must be the ARN of a certificate in us-east-1',
    {
      domain: { console: 'console.bank.example' },
      consoleCertificate: CERTIFICATE.replace('us-east-1', 'eu-west-1'),
    },
  ],
  ['consoleCertificate is the certificate of domain.console', { consoleCertificate: CERTIFICATE }],
  [
    'domain.console is the domain of a console, and console is false',
    {
      domain: { console: 'console.bank.example' },
      consoleCertificate: CERTIFICATE,
      console: false,
    },
  ],
  ['domain.console needs hostedZone', { domain: { console: 'console.bank.example' } }],
  ['domain.console needs env', { domain: { console: 'console.bank.example' }, hostedZone: ZONE }],
  ['webAcl needs requestsPerAddress', { webAcl: { requestsPerAddress: 9 } }],
  ['unknown members of webAcl: rate', { webAcl: { rate: 100 } }],
  ['alarms.email must be an address', { alarms: { email: 'on call' } }],
  ['alarms.topics must be a list of ARNs', { alarms: { topics: ['on-call'] } }],
  [
    'alarms.topics takes 4 topics at most',
    { alarms: { topics: [1, 2, 3, 4, 5].map((index) => `${TOPIC}-${index}`) } },
  ],
  ['is in eu-west-1, and the stage in eu-central-1', { alarms: { topics: [TOPIC] }, env: ENV }],
  [
    'functionMemoryMegabytes must be a positive whole number of at least 128',
    { functionMemoryMegabytes: 64 },
  ],
  ['tenants.limits must be applied or prepared', { tenants: { limits: 'later' } }],
  ['tenants.ownLimits: aurora needs', { tenants: { ownLimits: { aurora: { burst: 5 } } } }],
  ['tags: countinghouse:stage is a tag of the stage', { tags: { 'countinghouse:stage': 'x' } }],
  ['env needs account and region', { env: { account: '123456789012' } }],
  ['key must be a key or the ARN of one', { key: 'alias/bank' }],
  ['key is in eu-west-1, and the stage in eu-central-1', { key: KEY, env: ENV }],
  ['settleSeconds must be above 68', { settleSeconds: 68 }],
  ['periodSettleSeconds must be above 34', { periodSettleSeconds: 34 }],
  ['authUrl must be an address', { authUrl: 'id.bank.example' }],
  ['authUrl must be an address', { authUrl: 'http://id.bank.example' }],
  ['authUrl must be an address', { authUrl: 'https://id.bank.example/' }],
  ['evidenceHost must be a name', { evidenceHost: 'https://ledger.bank.example' }],
  ['webhookReach LOOPBACK is for a disposable stage', { webhookReach: 'LOOPBACK' }],
  ['CloudWatch has no retention of 100 days', { logRetentionDays: 100 }],
])('refuses: %s', (refused, settings) => {
  expect(() => read(settings)).toThrow(refused);
});

test.each([
  ['3900 bytes', 3_900, undefined],
  ['4096 bytes', 4_096, 'the variables of authorize have'],
])(
  'variables of a function beyond 4 KB are refused before the deployment: %s',
  (_, length, refused) => {
    const bundles = mkdtempSync(join(tmpdir(), 'bundles-'));
    mkdirSync(join(bundles, 'authorize'));
    writeFileSync(join(bundles, 'authorize/index.mjs'), '');
    const app = new App();
    const stack = new Stack(app, 'stack');
    const { node } = new LambdaFunction(stack, 'authorize', {
      stage: read({}),
      bundles,
      key: new Key(stack, 'Key'),
      description: '',
      environment: { ISSUERS: stack.toJsonString([stack.stackId, 'x'.repeat(length)]) },
    });

    expect(node.id).toBe('authorize');
    if (refused === undefined) expect(() => app.synth()).not.toThrow();
    else expect(() => app.synth()).toThrow(refused);
    rmSync(bundles, { recursive: true });
  },
);

test.each(['Production', 'p', '1st', 'a-b', 'a'.repeat(21)])('refuses the name %j', (name) => {
  expect(() => readStage(name, {})).toThrow('2 to 20 lower-case letters and digits');
});

test('what is set replaces the default, and nothing else', () => {
  const { writeShards, settleSeconds, consoleOrigin, authUrl } = read({
    ...EXAMPLE,
    writeShards: 8,
  });

  expect([writeShards, settleSeconds]).toEqual([8, 120]);
  expect([consoleOrigin, authUrl]).toEqual([
    'https://console.bank.example',
    'https://id.bank.example',
  ]);
});

const readFile = (context: Record<string, unknown>) => readStageFile(new App({ context }).node);

test('a stage is read from its file, production by default', async () => {
  await expect(readFile({})).resolves.toMatchObject({ namePrefix: 'production' });
  await expect(readFile({ stage: 'example' })).resolves.toEqual({
    namePrefix: 'example',
    settings: EXAMPLE,
  });
});

test('settings alone make a stage, whatever its file says', async () => {
  const settings = { writeShards: 8 };

  await expect(readFile({ stage: 'example', settings, settingsAlone: true })).resolves.toEqual({
    namePrefix: 'example',
    settings,
  });
});

test('a stage without a file is refused with those that have one', async () => {
  // An institution adds files of its own.
  await expect(readFile({ stage: 'without0file' })).rejects.toThrow(
    /^there is no stages\/without0file\.ts; the stages are .*\bexample\b.*\bproduction\b/,
  );
  await expect(readFile({ stage: '../lib/countinghouse' })).rejects.toThrow('the stages are');
});

test.each(Object.entries(FORMER_FLAGS))(
  'the former flag -c %s is refused with the property that has its place',
  async (flag, property) => {
    await expect(readFile({ stage: 'development', [flag]: 'x' })).rejects.toThrow(
      `${flag} is no context value: set ${property} in stages/development.ts`,
    );
  },
);

test('single settings of a command line are refused', async () => {
  await expect(readFile({ settings: '{"disposable":true}' })).rejects.toThrow(
    'settings is for programs',
  );
});

// The example of docs/embedding.md as an application of an institution, which imports the package by its name.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { TemplateResourceView } from '../../support/stack/templates.ts';

type StackResources = Record<string, TemplateResourceView>;

const ROOT = join(import.meta.dirname, '../../..');
const run = promisify(execFile);
const CHECKED = `
import { AwsSolutionsChecks, HIPAASecurityChecks, NIST80053R5Checks, PCIDSS321Checks, ServerlessChecks } from 'cdk-nag';
import { Validations } from 'aws-cdk-lib';
const packs = [AwsSolutionsChecks, HIPAASecurityChecks, NIST80053R5Checks, PCIDSS321Checks, ServerlessChecks];
Validations.of(app).addPlugins(...packs.map((Pack) => new Pack(app)));
`;

/** The names that each account and region has only once. */
const NAMES: Readonly<Record<string, string>> = {
  'AWS::Lambda::Function': 'FunctionName',
  'AWS::StepFunctions::StateMachine': 'StateMachineName',
  'AWS::Events::EventBus': 'Name',
  'AWS::SQS::Queue': 'QueueName',
  'AWS::CloudWatch::Alarm': 'AlarmName',
  'AWS::CloudWatch::Dashboard': 'DashboardName',
  'AWS::IAM::Role': 'RoleName',
  'AWS::KMS::Alias': 'AliasName',
  'AWS::SSM::Parameter': 'Name',
  'AWS::Scheduler::ScheduleGroup': 'Name',
  'AWS::Logs::LogGroup': 'LogGroupName',
  'AWS::Backup::BackupPlan': 'BackupPlanName',
};

/** The names that each account has only once, whatever the region. */
const accountNames: Readonly<
  Record<string, (properties: TemplateResourceView['Properties']) => unknown>
> = {
  'AWS::IAM::Role': ({ RoleName }) => RoleName,
  'AWS::CloudWatch::Dashboard': ({ DashboardName }) => DashboardName,
  'AWS::CloudFront::Function': ({ Name }) => Name,
  'AWS::CloudFront::OriginAccessControl': ({ OriginAccessControlConfig: { Name } }) => Name,
  'AWS::CloudFront::ResponseHeadersPolicy': ({ ResponseHeadersPolicyConfig: { Name } }) => Name,
};

const folder = mkdtempSync(join(tmpdir(), 'embedding-'));
const output = join(folder, 'cdk.out');

beforeAll(async () => {
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(ROOT, join(folder, 'node_modules', 'countinghouse'));
  for (const name of ['aws-cdk-lib', 'constructs', 'cdk-nag', '@types']) {
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
  }
  const [, example = ''] = /```ts\n(.*?)```/s.exec(read('docs/embedding.md')) ?? [];
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'example.ts'), example);
  const main = `${CHECKED}app.synth();`;
  writeFileSync(join(folder, 'main.ts'), example.replace('app.synth();', main));
  const { context } = JSON.parse(read('cdk.json')) as { context: object };
  const env = {
    ...process.env,
    CDK_OUTDIR: output,
    CDK_CONTEXT_JSON: JSON.stringify({ ...context, 'aws:cdk:disable-asset-staging': true }),
  };
  await run(process.execPath, [join(folder, 'main.ts')], { cwd: folder, env });
});
afterAll(() => rmSync(folder, { recursive: true }));

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

interface EmbeddedStack {
  readonly type: string;
  readonly environment: string;
  readonly properties: {
    readonly stackName: string;
    readonly templateFile: string;
    readonly tags?: object;
  };
}

function listStacks(): EmbeddedStack[] {
  const manifest = readFileSync(join(output, 'manifest.json'), 'utf8');
  const { artifacts } = JSON.parse(manifest) as { artifacts: Record<string, EmbeddedStack> };
  // A stack whose artifact has its name does not repeat it.
  return Object.entries(artifacts)
    .filter(([, { type }]) => type === 'aws:cloudformation:stack')
    .map(([name, one]) => {
      const { stackName = name, ...properties } = one.properties as Partial<
        EmbeddedStack['properties']
      >;
      return { ...one, properties: { ...one.properties, ...properties, stackName } };
    });
}

function readStack(name: string): StackResources {
  const stack = listStacks().find(({ properties }) => properties.stackName === name);
  if (!stack) throw new Error(`There is no stack ${name}.`);
  return JSON.parse(readFileSync(join(output, stack.properties.templateFile), 'utf8')).Resources;
}

const ofType = (resources: StackResources | readonly TemplateResourceView[], type: string) =>
  Object.values<TemplateResourceView>(resources)
    .filter(({ Type }) => Type === type)
    .map(({ Properties }) => Properties);

test('the example compiles with the types of the package', async () => {
  const options = { module: 'nodenext', target: 'es2024', strict: true, noEmit: true };
  const compilerOptions = {
    ...options,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    lib: ['es2024'],
    types: ['node'],
  };
  const project = join(folder, 'tsconfig.json');
  writeFileSync(project, JSON.stringify({ compilerOptions, files: ['example.ts'] }));

  const { stdout } = await run(join(ROOT, 'node_modules/.bin/tsc'), ['--project', project]);
  expect(stdout).toBe('');
});

test.each([
  ['ledger', 'ledger.retail.bank.example'],
  ['workbench', 'workbench.retail.bank.example'],
  ['identity', 'id.retail.bank.example'],
])(
  'the API %s has its certificate, its domain, a mapping of the root and a record',
  (part, name) => {
    const resources = readStack(`countinghouse-retail-${part}`);

    expect(ofType(resources, 'AWS::CertificateManager::Certificate')).toEqual([
      expect.objectContaining({
        DomainName: name,
        DomainValidationOptions: [{ DomainName: name, HostedZoneId: 'Z0123456789ABCDEFGHIJ' }],
      }),
    ]);
    expect(ofType(resources, 'AWS::ApiGateway::DomainName')).toEqual([
      expect.objectContaining({ DomainName: name, SecurityPolicy: 'TLS_1_2' }),
    ]);
    const [mapping] = ofType(resources, 'AWS::ApiGateway::BasePathMapping');
    expect(mapping.BasePath).toBeUndefined();
    expect(mapping.Stage).toBeDefined();
    expect(ofType(resources, 'AWS::Route53::RecordSet')).toEqual([
      expect.objectContaining({
        Name: `${name}.`,
        Type: 'A',
        HostedZoneId: 'Z0123456789ABCDEFGHIJ',
      }),
    ]);
  },
);

test('the addresses that clients read are those of the domains', () => {
  const text = (part: string) => JSON.stringify(readStack(`countinghouse-retail-${part}`));
  const pages = text('console');

  for (const url of ['https://ledger.retail', 'https://workbench.retail', 'https://id.retail'])
    expect(pages).toContain(url);
  expect(text('identity')).toContain('"ISSUER":"https://id.retail.bank.example"');
  expect(text('ledger')).toContain("'https://console.retail.bank.example'");
});

test('the console has records, and a certificate in the region of CloudFront', () => {
  const stacks = Object.fromEntries(
    listStacks().map(({ environment, properties }) => [properties.stackName, environment]),
  );
  const site = readStack('countinghouse-retail-console');
  const [distribution] = ofType(site, 'AWS::CloudFront::Distribution');

  expect(stacks['countinghouse-retail-eu-central-1-certificate']).toBe(
    'aws://123456789012/us-east-1',
  );
  expect(
    ofType(
      readStack('countinghouse-retail-eu-central-1-certificate'),
      'AWS::CertificateManager::Certificate',
    ),
  ).toHaveLength(1);
  expect(distribution.DistributionConfig).toMatchObject({
    Aliases: ['console.retail.bank.example'],
    ViewerCertificate: { MinimumProtocolVersion: 'TLSv1.2_2021' },
  });
  expect(ofType(site, 'AWS::Route53::RecordSet').map(({ Type }) => Type)).toEqual(['A', 'AAAA']);
});

test('the key of the institution encrypts the data, and no other key is made for it', () => {
  const data = readStack('countinghouse-retail-data');
  const [policy] = ofType(readStack('bank'), 'AWS::KMS::Key').map(({ KeyPolicy }) => KeyPolicy);

  expect(ofType(data, 'AWS::KMS::Key')).toEqual([]);
  const tables = ofType(data, 'AWS::DynamoDB::Table');
  expect(tables).toHaveLength(2);
  for (const { SSESpecification: encryption } of tables)
    expect(JSON.stringify(encryption.KMSMasterKeyId)).toContain('bank:Export');
  const permitted = JSON.stringify(policy);
  for (const one of ['logs.', 'cloudwatch.amazonaws.com', 'events.amazonaws.com', 'aws-waf-logs-'])
    expect(permitted).toContain(one);
});

test('the web ACL of the stage limits addresses, guards every API, and logs no token', () => {
  const firewall = readStack('countinghouse-retail-firewall');
  const [acl] = ofType(firewall, 'AWS::WAFv2::WebACL');
  const [logging] = ofType(firewall, 'AWS::WAFv2::LoggingConfiguration');
  const guarded = ['ledger', 'workbench', 'identity'].flatMap((part) =>
    ofType(readStack(`countinghouse-retail-${part}`), 'AWS::WAFv2::WebACLAssociation'),
  );

  expect(acl.Rules.map(({ Name }: { Name: string }) => Name)).toHaveLength(4);
  expect(acl.Rules[0].Statement.RateBasedStatement).toMatchObject({ Limit: 60_000 });
  // RFC 8252: a sign-in of a command returns to http://127.0.0.1.
  const { RuleActionOverrides: counting } = acl.Rules[3].Statement.ManagedRuleGroupStatement;
  for (const part of ['QUERYARGUMENTS', 'BODY']) {
    for (const rule of ['GenericRFI', 'EC2MetaDataSSRF'])
      expect(counting).toContainEqual({ Name: `${rule}_${part}`, ActionToUse: { Count: {} } });
  }
  expect(JSON.stringify(logging.RedactedFields)).toMatch(/authorization.*cookie.*QueryString/);
  expect(guarded).toHaveLength(3);
  for (const { WebACLArn } of guarded)
    expect(JSON.stringify(WebACLArn)).toContain('countinghouse-retail-firewall:');
});

test('every stack has the tags of the institution beside those of its stage', () => {
  const own = listStacks().filter(({ properties }) => properties.stackName.includes('-retail-'));

  expect(own.length).toBeGreaterThan(11);
  for (const { properties } of own)
    expect(properties.tags).toMatchObject({
      'bank:owner': 'core-banking',
      'countinghouse:stage': 'retail',
    });
});

test('two ledgers of one account have no name in common', () => {
  const namesOf = (prefix: string) =>
    listStacks()
      .filter(({ properties }) => properties.stackName.startsWith(`countinghouse-${prefix}-`))
      .flatMap(({ properties }) => Object.values(readStack(properties.stackName)))
      .flatMap(({ Type, Properties }) => {
        const name = Properties?.[NAMES[Type] ?? ''];
        return name === undefined ? [] : [`${Type} ${JSON.stringify(name)}`];
      });
  const [retail, custody] = [namesOf('retail'), namesOf('custody')];

  expect(custody.length).toBeGreaterThan(100);
  expect(retail.filter((name) => custody.includes(name))).toEqual([]);
  const stacks = listStacks().map(({ properties }) => properties.stackName);
  expect(new Set(stacks).size).toBe(stacks.length);
  expect(stacks).not.toContain('countinghouse-custody-console');
});

// Where a region is lost, the stage is deployed in another one, and these stay behind.
test('a ledger can be deployed under the same name in another region of the account', () => {
  const resources = listStacks()
    .filter(({ properties }) => properties.stackName.startsWith('countinghouse-retail-'))
    .flatMap(({ properties }) => Object.values(readStack(properties.stackName)));
  const names = Object.entries(accountNames).map(([type, readName]) => {
    return ofType(resources, type).flatMap((properties) => readName(properties) ?? []);
  });

  const elsewhere = listStacks()
    .filter(({ environment }) => !environment.endsWith('/eu-central-1'))
    .map(({ properties }) => properties.stackName);
  names.push(elsewhere);

  expect(names.map(({ length }) => length)).toEqual([1, 1, 1, 1, 2, 1]);
  expect(names.flat().filter((name) => !String(name).includes('eu-central-1'))).toEqual([]);
});

// The stack of the console: files that only CloudFront reads, the headers that guard them, addresses of pages.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { App, Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { StageSettings } from '../../lib/config/stage-settings.ts';
import { readStage } from '../../lib/config/stages.ts';
import { ConsoleStack } from '../../lib/stacks/console-stack.ts';

const DOMAIN = 'console.bank.example';
const CERTIFICATE = 'arn:aws:acm:us-east-1:123456789012:certificate/one';

const site = mkdtempSync(join(tmpdir(), 'console-site-'));
let template: Template;

function synthesize(settings: StageSettings): Template {
  const app = new App();
  const data = new Stack(app, 'data');
  const artifacts = new Bucket(data, 'Artifacts');
  const stack = new ConsoleStack(app, 'console', {
    stage: readStage('production', settings),
    key: new Key(data, 'Key'),
    site,
    addresses: {
      base_url: 'https://ledger.example/prod/',
      workbench_url: 'https://workbench.example/prod/',
      auth_url: 'https://auth.example/prod',
    },
    artifacts,
  });
  return Template.fromStack(stack);
}

beforeAll(() => {
  mkdirSync(join(site, 'assets'));
  for (const file of ['index.html', 'callback.html', 'assets/index-1.js']) {
    writeFileSync(join(site, file), file);
  }
  template = synthesize({});
});
afterAll(() => rmSync(site, { recursive: true }));

test('the bucket is closed to everyone but the distribution', () => {
  template.hasResourceProperties('AWS::S3::Bucket', {
    PublicAccessBlockConfiguration: {
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    },
  });
  template.hasResourceProperties('AWS::CloudFront::OriginAccessControl', {
    OriginAccessControlConfig: { SigningBehavior: 'always', SigningProtocol: 'sigv4' },
  });
  template.hasResourceProperties('AWS::S3::BucketPolicy', {
    PolicyDocument: {
      Statement: Match.arrayWith([
        Match.objectLike({
          Action: 's3:GetObject',
          Effect: 'Allow',
          Principal: { Service: 'cloudfront.amazonaws.com' },
        }),
      ]),
    },
  });
});

test('the files are deleted before their bucket, which CloudFormation keeps while it has any', () => {
  const [bucket] = Object.keys(template.findResources('AWS::S3::Bucket'));

  template.hasResource('AWS::S3::Bucket', { DeletionPolicy: 'Delete' });
  template.hasResourceProperties('Custom::S3AutoDeleteObjects', { BucketName: { Ref: bucket } });
});

test('every answer has the headers of the console, the callback all but its opener policy', () => {
  const policies = Object.values(
    template.findResources('AWS::CloudFront::ResponseHeadersPolicy'),
  ).map(({ Properties }) => Properties.ResponseHeadersPolicyConfig);
  const opener = {
    Header: 'Cross-Origin-Opener-Policy',
    Value: 'same-origin-allow-popups',
    Override: true,
  };

  expect(policies).toHaveLength(2);
  expect(policies.map(({ CustomHeadersConfig }) => CustomHeadersConfig?.Items)).toEqual(
    expect.arrayContaining([[opener], undefined]),
  );
  for (const { SecurityHeadersConfig: headers } of policies) {
    const policy = JSON.stringify(headers.ContentSecurityPolicy.ContentSecurityPolicy);
    expect(policy).toContain(
      "connect-src 'self' https://ledger.example https://workbench.example https://auth.example https://",
    );
    expect(policy).toContain("default-src 'none'; script-src 'self'; worker-src 'self'");
    expect(headers).toMatchObject({
      ContentTypeOptions: { Override: true },
      ReferrerPolicy: { ReferrerPolicy: 'no-referrer' },
      StrictTransportSecurity: { AccessControlMaxAgeSec: 63_072_000, IncludeSubdomains: true },
    });
  }
});

test('the callback has a behavior of its own, and both redirect to https', () => {
  template.hasResourceProperties('AWS::CloudFront::Distribution', {
    DistributionConfig: {
      CacheBehaviors: [
        Match.objectLike({
          PathPattern: '/callback.html',
          ViewerProtocolPolicy: 'redirect-to-https',
        }),
      ],
      DefaultCacheBehavior: Match.objectLike({ ViewerProtocolPolicy: 'redirect-to-https' }),
    },
  });
});

test.each([
  ['/', '/index.html'],
  ['/accounts/acc_1', '/index.html'],
  ['/gl/1000.CASH.js', '/index.html'],
  ['/assets/index-1.js', '/assets/index-1.js'],
  ['/callback.html', '/callback.html'],
  ['/config.json', '/config.json'],
])('the address %s is answered by %s', (uri, file) => {
  const [router] = Object.values(template.findResources('AWS::CloudFront::Function'));
  const code = `${router?.['Properties'].FunctionCode}; handler({ request: { uri } }).uri`;

  expect(runInNewContext(code, { uri })).toBe(file);
});

test('hashed files are there before the pages that name them, and are cached for ever', () => {
  const deployments = Object.values(template.findResources('Custom::CDKBucketDeployment'));
  const [hashed, pages] = ['assets/*', 'config'].map((part) =>
    deployments.find(({ Properties }) =>
      part === 'config' ? Properties.Exclude?.includes('assets/*') : Properties.Include,
    ),
  );

  expect(hashed?.['Properties'].SystemMetadata['cache-control']).toContain('immutable');
  expect(pages?.['Properties'].SystemMetadata['cache-control']).toBe('no-cache');
  expect([hashed, pages].map((one) => one?.['Properties'].Prune)).toEqual([false, false]);
  expect(JSON.stringify(pages?.['DependsOn'])).toContain('HashedFiles');
});

test('a domain of the institution comes with its certificate', () => {
  const own = synthesize({ domain: { console: DOMAIN }, consoleCertificate: CERTIFICATE });

  own.hasResourceProperties('AWS::CloudFront::Distribution', {
    DistributionConfig: {
      Aliases: [DOMAIN],
      ViewerCertificate: {
        AcmCertificateArn: CERTIFICATE,
        MinimumProtocolVersion: 'TLSv1.2_2021',
      },
    },
  });
  own.hasOutput('ConsoleUrl', { Value: `https://${DOMAIN}` });
});

// The address is made by the first deployment, which no setting can name before.
test('the outputs say what a console needs whose origin the APIs do not know', () => {
  const [needed] = Object.values(template.findOutputs('ConsoleNeedsOrigin'));
  const text = JSON.stringify(needed?.['Value']);

  expect(text).toContain("Set consoleOrigin: 'https://");
  expect(text).toContain('DomainName');
  expect(text).toContain('deploy again');
});

test.each<StageSettings>([
  { consoleOrigin: 'https://d111111abcdef8.cloudfront.net' },
  { domain: { console: DOMAIN }, consoleCertificate: CERTIFICATE },
])('the outputs of a stage with %j are addresses alone', (settings) => {
  expect(Object.keys(synthesize(settings).findOutputs('*'))).toEqual([
    'ConsoleUrl',
    'ConsoleDistribution',
  ]);
});

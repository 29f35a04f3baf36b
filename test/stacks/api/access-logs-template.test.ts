// What the logs of access say, and S3's own as an option of the stage (ADR 118).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { beforeAll, expect, test } from '@jest/globals';
import type { StageSettings } from '../../../lib/config/stage-settings.ts';
import { readStage } from '../../../lib/config/stages.ts';
import { DataStack } from '../../../lib/stacks/data-stack.ts';
import { synthesizeTemplates } from '../../support/stack/templates.ts';
import type { SynthesizedTemplates } from '../../support/stack/templates.ts';

const cdk = JSON.parse(readFileSync(join(import.meta.dirname, '../../../cdk.json'), 'utf8'));

let templates: SynthesizedTemplates;
beforeAll(async () => {
  templates = await synthesizeTemplates('production');
});

function readFormat(api: string): Record<string, string> {
  const [stage] = templates.ofType('AWS::ApiGateway::Stage', api);
  return JSON.parse(stage?.Properties.AccessLogSetting.Format);
}

test.each(['ledger', 'workbench'])('the access log of %s names the caller and the path', (api) => {
  expect(readFormat(api)).toMatchObject({
    request_id: '$context.requestId',
    path: '$context.path',
    tenant: '$context.authorizer.tenant_id',
    actor: '$context.authorizer.principalId',
    milliseconds: '$context.responseLatency',
    error: '$context.error.responseType',
  });
});

test('the access log of the identity service has no path, which names sign-ins under way', () => {
  const format = readFormat('identity');

  expect(format).toMatchObject({ resource: '$context.resourcePath' });
  expect(Object.values(format)).not.toContain('$context.path');
});

// Execution logs go to groups that API Gateway makes itself, for ever and without the key of the stage.
test('API Gateway writes no other log than that of access, which has its errors', () => {
  const apis = ['ledger', 'workbench', 'identity'];
  const settings = apis.flatMap((api) =>
    templates
      .ofType('AWS::ApiGateway::Stage', api)
      .flatMap(({ Properties }) => Properties.MethodSettings as Record<string, unknown>[]),
  );

  expect(settings.map(({ HttpMethod, ResourcePath }) => [HttpMethod, ResourcePath])).toEqual(
    apis.map(() => ['*', '/*']),
  );
  for (const setting of settings)
    expect(setting).toMatchObject({ LoggingLevel: 'OFF', DataTraceEnabled: false });
  for (const api of apis) {
    expect(readFormat(api)).toMatchObject({
      error: '$context.error.responseType',
      function_error: '$context.integration.error',
    });
  }
});

test('no access log has what may hold a secret', () => {
  for (const api of ['ledger', 'workbench', 'identity']) {
    const text = Object.values(readFormat(api)).join(' ');
    expect(text).not.toMatch(/header|querystring|authorizer\.(scope|claims|token)|userAgent/i);
  }
});

/** The data stack of a stage with these settings. */
function synthesizeData(settings: StageSettings): Template {
  const app = new App({ context: cdk.context });
  const stage = readStage('production', settings);
  return Template.fromStack(new DataStack(app, 'data', { stage }));
}

test('S3 logs each access on a stage that wants it, into a bucket that is private and passing', () => {
  const template = synthesizeData({ logsBuckets: true });
  const buckets = template.findResources('AWS::S3::Bucket');
  const [[log, { Properties: kept }] = ['', { Properties: {} }], ...others] = Object.entries(
    buckets,
  ).filter(([, { Properties }]) => !Properties['LoggingConfiguration']);
  const logged = Object.values(buckets).flatMap(
    ({ Properties }) => Properties['LoggingConfiguration'] ?? [],
  );

  expect(others).toEqual([]);
  expect(logged).toEqual([
    { DestinationBucketName: { Ref: log }, LogFilePrefix: 'artifacts/' },
    { DestinationBucketName: { Ref: log }, LogFilePrefix: 'evidence/' },
  ]);
  expect(kept).toMatchObject({
    LifecycleConfiguration: { Rules: [{ ExpirationInDays: 365, Status: 'Enabled' }] },
    PublicAccessBlockConfiguration: { BlockPublicAcls: true, RestrictPublicBuckets: true },
  });
  template.hasResourceProperties('AWS::S3::BucketPolicy', {
    Bucket: { Ref: log },
    PolicyDocument: {
      Statement: [
        { Effect: 'Deny' },
        { Effect: 'Allow', Principal: { Service: 'logging.s3.amazonaws.com' } },
        { Effect: 'Allow', Principal: { Service: 'logging.s3.amazonaws.com' } },
      ],
    },
  });
});

test('API Gateway gets its role from the stage, or from elsewhere', () => {
  synthesizeData({}).resourceCountIs('AWS::ApiGateway::Account', 1);
  const template = synthesizeData({ setsGatewayLogging: false });

  template.resourceCountIs('AWS::ApiGateway::Account', 0);
  template.resourceCountIs('AWS::IAM::Role', 0);
});

test('no other stage has such a bucket, and a misspelt wish is refused', () => {
  synthesizeData({}).resourceCountIs('AWS::S3::Bucket', 2);

  const misspelt = { logsBuckets: 'yes' } as unknown as StageSettings;
  expect(() => synthesizeData(misspelt)).toThrow('logsBuckets must be true or false');
});

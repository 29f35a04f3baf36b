// The synthesized storage of exports and reports.
import { beforeAll, expect, test } from '@jest/globals';
import { synthesizeTemplates } from '../support/stack/templates.ts';
import type { SynthesizedTemplates } from '../support/stack/templates.ts';

let templates: SynthesizedTemplates;
beforeAll(async () => {
  templates = await synthesizeTemplates('production');
});

test('artifacts are versioned, locked, encrypted and never public', () => {
  const [bucket, ...others] = templates.ofType('AWS::S3::Bucket');

  expect(others).toEqual([]);
  expect(bucket?.DeletionPolicy).toMatch(/^Retain/);
  expect(bucket?.Properties).toMatchObject({
    ObjectLockEnabled: true,
    VersioningConfiguration: { Status: 'Enabled' },
    PublicAccessBlockConfiguration: {
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    },
    BucketEncryption: {
      ServerSideEncryptionConfiguration: [
        { ServerSideEncryptionByDefault: { SSEAlgorithm: 'aws:kms' } },
      ],
    },
  });
});

test('work files expire after days, artifacts never', () => {
  const [bucket] = templates.ofType('AWS::S3::Bucket');
  const rules = bucket?.Properties.LifecycleConfiguration.Rules;

  expect(rules).toEqual([
    expect.objectContaining({ Prefix: 'work/', ExpirationInDays: 7 }),
    expect.objectContaining({ AbortIncompleteMultipartUpload: { DaysAfterInitiation: 2 } }),
  ]);
  expect(rules[1]).not.toHaveProperty('ExpirationInDays');
});

test('the bucket refuses requests without TLS', () => {
  const [policy] = templates.ofType('AWS::S3::BucketPolicy');

  expect(policy?.Properties.PolicyDocument.Statement).toContainEqual(
    expect.objectContaining({
      Effect: 'Deny',
      Action: 's3:*',
      Principal: { AWS: '*' },
      Condition: { Bool: { 'aws:SecureTransport': 'false' } },
    }),
  );
});

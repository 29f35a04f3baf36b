// The synthesized storage of exports and reports, and of the evidence logs.
import { beforeAll, expect, test } from '@jest/globals';
import { synthesizeTemplates } from '../support/stack/templates.ts';
import type { SynthesizedTemplates, TemplateResourceView } from '../support/stack/templates.ts';

let templates: SynthesizedTemplates;
beforeAll(async () => {
  templates = await synthesizeTemplates('production');
});

/** The buckets of the artifacts and of the evidence, which alone locks what names no retention. */
function findBuckets() {
  const buckets = templates.ofType('AWS::S3::Bucket');
  const isEvidence = ({ Properties }: TemplateResourceView) =>
    Properties.ObjectLockConfiguration?.Rule !== undefined;
  expect(buckets).toHaveLength(2);
  return { artifacts: buckets.find((one) => !isEvidence(one)), evidence: buckets.find(isEvidence) };
}

test.each(['artifacts', 'evidence'] as const)(
  '%s are versioned, locked, encrypted and never public',
  (name) => {
    const bucket = findBuckets()[name];

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
  },
);

test('evidence is locked for ten years in compliance mode, only unpublished batches expire', () => {
  const { evidence } = findBuckets();

  expect(evidence?.Properties.ObjectLockConfiguration).toEqual({
    ObjectLockEnabled: 'Enabled',
    Rule: { DefaultRetention: { Mode: 'COMPLIANCE', Days: 3_653 } },
  });
  expect(evidence?.Properties.LifecycleConfiguration.Rules).toEqual([
    expect.objectContaining({ Prefix: '.batches/', ExpirationInDays: 30 }),
  ]);
});

test('work files expire after days, artifacts never', () => {
  const rules = findBuckets().artifacts?.Properties.LifecycleConfiguration.Rules;

  expect(rules).toEqual([
    expect.objectContaining({ Prefix: 'work/', ExpirationInDays: 7 }),
    expect.objectContaining({ AbortIncompleteMultipartUpload: { DaysAfterInitiation: 2 } }),
  ]);
  expect(rules[1]).not.toHaveProperty('ExpirationInDays');
});

test('the buckets refuse requests without TLS', () => {
  const policies = templates.ofType('AWS::S3::BucketPolicy');

  expect(policies).toHaveLength(2);
  for (const { Properties } of policies) {
    expect(Properties.PolicyDocument.Statement).toContainEqual(
      expect.objectContaining({
        Effect: 'Deny',
        Action: 's3:*',
        Principal: { AWS: '*' },
        Condition: { Bool: { 'aws:SecureTransport': 'false' } },
      }),
    );
  }
});

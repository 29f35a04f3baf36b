// The synthesized storage: of exports and reports, of the evidence logs, and the indexes of the tables.
import { beforeAll, expect, test } from '@jest/globals';
import { INDEXES, RECEIPT_INDEXES } from '../../functions/ledger/store/indexes.ts';
import type { Index } from '../../functions/ledger/store/indexes.ts';
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

test('evidence is locked for ten years in compliance mode, only unpublished batches and deleted versions expire', () => {
  const { evidence } = findBuckets();

  expect(evidence?.Properties.ObjectLockConfiguration).toEqual({
    ObjectLockEnabled: 'Enabled',
    Rule: { DefaultRetention: { Mode: 'COMPLIANCE', Days: 3_653 } },
  });
  expect(evidence?.Properties.LifecycleConfiguration.Rules).toEqual([
    expect.objectContaining({ Prefix: '.batches/', ExpirationInDays: 30 }),
    {
      Id: 'partial-tiles-end',
      Status: 'Enabled',
      NoncurrentVersionExpiration: { NoncurrentDays: 3 },
      ExpiredObjectDeleteMarker: true,
    },
  ]);
});

test('work files expire after days, artifacts never', () => {
  const rules = findBuckets().artifacts?.Properties.LifecycleConfiguration.Rules;

  expect(rules).toEqual([
    expect.objectContaining({ Prefix: 'work/', ExpirationInDays: 7 }),
    expect.objectContaining({ Prefix: 'verification/', ExpirationInDays: 2 }),
    expect.objectContaining({ AbortIncompleteMultipartUpload: { DaysAfterInitiation: 2 } }),
  ]);
  expect(rules[2]).not.toHaveProperty('ExpirationInDays');
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

test('requests have their three indexes, with the keys that the ledger queries', () => {
  expect(readIndexes('Ledger')).toEqual(buildIndexes(INDEXES, 'ALL'));
});

test('the receipts have the index of the feed, with their keys alone', () => {
  expect(readIndexes('Receipts')).toEqual(buildIndexes(RECEIPT_INDEXES, 'KEYS_ONLY'));
});

function readIndexes(table: 'Ledger' | 'Receipts'): unknown {
  // Only the receipts have a stream.
  const found = templates
    .ofType('AWS::DynamoDB::Table', 'data')
    .filter(({ Properties }) => 'StreamSpecification' in Properties === (table === 'Receipts'));
  expect(found).toHaveLength(1);
  return found[0]?.Properties.GlobalSecondaryIndexes;
}

function buildIndexes(indexes: Readonly<Record<string, Index>>, projection: string): unknown {
  return Object.values(indexes).map(({ name, partition, sort }) => ({
    IndexName: name,
    KeySchema: [
      { AttributeName: partition, KeyType: 'HASH' },
      { AttributeName: sort, KeyType: 'RANGE' },
    ],
    Projection: { ProjectionType: projection },
  }));
}

// Lists the permissions that a call to S3 needs.
import type { S3Call } from '../s3/call.ts';
import type { IamNeed } from './policy-evaluation.ts';

export function listS3Needs(call: S3Call): IamNeed[] {
  const { bucket, key } = call;
  if (key === '') return [{ action: nameBucketAction(call), resource: buildBucketArn(bucket) }];
  const resource = `${buildBucketArn(bucket)}/${key}`;
  const needs = listObjectActions(call).map((action) => ({ action, resource }));
  const source = call.header('x-amz-copy-source');
  if (source === undefined) return needs;
  const [path = ''] = decodeURIComponent(source).replace(/^\//, '').split('?');
  return [...needs, { action: 's3:GetObject', resource: buildBucketArn(path) }];
}

/** Without permission to list a bucket, a caller gets 403 instead of 404 for a missing object. */
export function listAbsenceNeeds({ bucket }: S3Call): IamNeed[] {
  return [{ action: 's3:ListBucket', resource: buildBucketArn(bucket) }];
}

function buildBucketArn(path: string): string {
  return `arn:aws:s3:::${path}`;
}

function nameBucketAction({ method, query }: S3Call): string {
  if (method === 'PUT' && query.has('versioning')) return 's3:PutBucketVersioning';
  if (method === 'PUT' && query.has('object-lock')) return 's3:PutBucketObjectLockConfiguration';
  if (method === 'PUT' && query.has('cors')) return 's3:PutBucketCORS';
  if (method === 'PUT') return 's3:CreateBucket';
  return 's3:ListBucket';
}

function listObjectActions({ method, query, header }: S3Call): string[] {
  const isVersion = query.has('versionId');
  if (query.has('retention')) {
    const isBypass = header('x-amz-bypass-governance-retention') === 'true';
    if (method === 'GET') return ['s3:GetObjectRetention'];
    return ['s3:PutObjectRetention', ...(isBypass ? ['s3:BypassGovernanceRetention'] : [])];
  }
  if (method === 'DELETE' && query.has('uploadId')) return ['s3:AbortMultipartUpload'];
  if (method === 'DELETE') return [isVersion ? 's3:DeleteObjectVersion' : 's3:DeleteObject'];
  if (method === 'PUT' || method === 'POST') {
    const isLocked = header('x-amz-object-lock-mode') !== undefined;
    return ['s3:PutObject', ...(isLocked ? ['s3:PutObjectRetention'] : [])];
  }
  return [isVersion ? 's3:GetObjectVersion' : 's3:GetObject'];
}

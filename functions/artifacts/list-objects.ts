import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import type { ListObjectsV2CommandOutput } from '@aws-sdk/client-s3';
import type { ObjectLockBucket } from './object-lock-bucket.ts';

/** The keys with this prefix, in the order of their bytes: one request for each thousand. */
export async function* listObjectKeys(
  bucket: ObjectLockBucket,
  prefix: string,
): AsyncGenerator<string> {
  for await (const { Contents: objects = [] } of listPages(bucket, { Prefix: prefix })) {
    for (const { Key: key } of objects) if (key !== undefined) yield key;
  }
}

/** The names of the folders at the top of the bucket. */
export async function* listTopFolders(bucket: ObjectLockBucket): AsyncGenerator<string> {
  for await (const { CommonPrefixes: folders = [] } of listPages(bucket, { Delimiter: '/' })) {
    for (const { Prefix: folder = '' } of folders) yield folder.slice(0, -1);
  }
}

async function* listPages(
  { client, name }: ObjectLockBucket,
  wanted: { readonly Prefix?: string; readonly Delimiter?: string },
): AsyncGenerator<ListObjectsV2CommandOutput> {
  let token: string | undefined;
  do {
    const input = { Bucket: name, ...wanted, ContinuationToken: token };
    const page: ListObjectsV2CommandOutput = await client.send(new ListObjectsV2Command(input));
    yield page;
    token = page.NextContinuationToken;
  } while (token !== undefined);
}

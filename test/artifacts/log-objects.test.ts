import { GetObjectRetentionCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  extendLogLock,
  replaceTaggedObject,
  writeLogObject,
} from '../../functions/artifacts/log-objects.ts';
import { readTaggedObject, readWholeObject } from '../../functions/artifacts/objects.ts';
import { BUCKET, startBucket } from '../support/stack/artifacts-bucket.ts';
import type { TestBucket } from '../support/stack/artifacts-bucket.ts';

let started: TestBucket;
beforeAll(async () => {
  started = await startBucket();
});
afterAll(() => started.stop());

const object = (key: string, text: string) => {
  return { key, body: Buffer.from(text), mediaType: 'text/plain' };
};

async function readRetention(Key: string) {
  const command = new GetObjectRetentionCommand({ Bucket: BUCKET, Key });
  return (await started.bucket.client.send(command)).Retention;
}

test('an object that stands for one content keeps it', async () => {
  const { bucket } = started;
  const until = new Date(Date.now() + 3_600_000);
  await writeLogObject(bucket, { ...object('tile', 'a'), until });
  await writeLogObject(bucket, object('tile', 'a'));

  await expect(writeLogObject(bucket, object('tile', 'b'))).rejects.toThrow('tile has other bytes');
  expect(await readWholeObject(bucket, 'tile')).toEqual(Buffer.from('a'));
  expect(await readRetention('tile')).toEqual({ Mode: 'COMPLIANCE', RetainUntilDate: until });
});

test('a lock is extended and never shortened', async () => {
  const { bucket } = started;
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
  const [soon, later, last] = [inHours(1), inHours(2), inHours(3)];
  await writeLogObject(bucket, { ...object('locked', 'a'), until: later });

  await extendLogLock(bucket, 'locked', soon);
  expect(await readRetention('locked')).toEqual({ Mode: 'COMPLIANCE', RetainUntilDate: later });
  await extendLogLock(bucket, 'locked', last);
  expect(await readRetention('locked')).toEqual({ Mode: 'COMPLIANCE', RetainUntilDate: last });
});

test('of two writers that replace an object at once, one succeeds', async () => {
  const { bucket } = started;
  expect(await readTaggedObject(bucket, 'newest')).toBeUndefined();
  const first = ['1', '2'].map((text) =>
    replaceTaggedObject(bucket, object('newest', text), undefined),
  );
  expect((await Promise.all(first)).toSorted()).toEqual([false, true]);

  const before = await readTaggedObject(bucket, 'newest');
  const second = ['3', '4'].map((text) =>
    replaceTaggedObject(bucket, object('newest', text), before),
  );
  const written = await Promise.all(second);

  expect(written.toSorted()).toEqual([false, true]);
  const { body } = (await readTaggedObject(bucket, 'newest')) ?? {};
  expect(body?.toString()).toBe(written[0] ? '3' : '4');
});

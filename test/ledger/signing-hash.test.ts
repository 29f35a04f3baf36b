// The hash with which the requests to DynamoDB are signed.
import { createHmac, hash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { SigningHash } from '../../functions/ledger/signing-hash.ts';

// The example of AWS's description of Signature Version 4.
const SECRET = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY';
const SIGNING_KEY = 'c4afb1cc5771d871763a393e44b703571b55cc28424d1a5e86da6ed3c154a4b9';

async function sign(secret: string | Uint8Array, text: string): Promise<Uint8Array> {
  const signing = new SigningHash(secret);
  signing.update(Buffer.from(text));
  return signing.digest();
}

async function deriveKey(secret: string): Promise<string> {
  let key = await sign(`AWS4${secret}`, '20150830');
  for (const part of ['us-east-1', 'iam', 'aws4_request']) key = await sign(key, part);
  return Buffer.from(key).toString('hex');
}

test('derives the key of the example that AWS gives, again after another secret', async () => {
  expect(await deriveKey(SECRET)).toBe(SIGNING_KEY);
  expect(await deriveKey('another')).not.toBe(SIGNING_KEY);
  expect(await deriveKey(SECRET)).toBe(SIGNING_KEY);
});

test('signs by a derived key as often as it is given', async () => {
  const key = new Uint8Array(Buffer.from(SIGNING_KEY, 'hex'));
  const expected = createHmac('sha256', key).update('first').digest('hex');

  expect(Buffer.from(await sign(key, 'first')).toString('hex')).toBe(expected);
  expect(Buffer.from(await sign(key, 'second')).toString('hex')).not.toBe(expected);
  expect(Buffer.from(await sign(key, 'first')).toString('hex')).toBe(expected);
  expect(Buffer.from(await sign(new Uint8Array(key), 'first')).toString('hex')).toBe(expected);
});

test('reads only the part of a buffer that a view shows', async () => {
  const key = Buffer.from('key');
  const whole = new Uint8Array(Buffer.from(`before${key}after`));
  const view = whole.subarray('before'.length, 'before'.length + key.length);

  expect(Buffer.from(await sign(view, 'text'))).toEqual(
    createHmac('sha256', key).update('text').digest(),
  );
});

test('hashes a body without a secret, and begins again when it is reset', async () => {
  const signing = new SigningHash();
  signing.update('forgotten');
  signing.reset();
  signing.update('the ');
  signing.update(new Uint8Array(Buffer.from('body')).buffer);

  expect(Buffer.from(await signing.digest()).toString('hex')).toBe(hash('sha256', 'the body'));
});

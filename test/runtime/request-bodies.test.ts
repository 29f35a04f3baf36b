// Bodies as the workbench receives them: bytes in Base64.
import { expect, test } from '@jest/globals';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { readBody } from '../../functions/runtime/request.ts';

const read = (bytes: Buffer, headers: Record<string, string> = {}) =>
  readBody({
    headers,
    body: bytes.toString('base64'),
    isBase64Encoded: true,
  } as unknown as APIGatewayProxyEvent);

const concat = (...parts: (string | number[])[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))),
  );

test.each([
  ['Latin-1', concat('{"name":"Z', [0xfc], 'rich"}')],
  ['half a character', concat('{"name":"Z', [0xc3], '"}')],
  ['an overlong slash', concat('{"name":"', [0xc0, 0xaf], '"}')],
  ['a surrogate', concat('{"name":"', [0xed, 0xa0, 0x80], '"}')],
])('refuses a body with %s instead of changing it', (_, bytes) => {
  const isRefused = expect.objectContaining({ code: 'invalid_json' });

  expect(() => read(bytes)).toThrow(isRefused);
  expect(() => read(bytes, { 'Content-Type': 'application/json; charset=utf-8' })).toThrow(
    isRefused,
  );
  expect(() => read(bytes, { 'Content-Type': 'text/plain' })).toThrow(
    expect.objectContaining({ code: 'unsupported_media_type' }),
  );
});

test('reads every character of UTF-8', () => {
  const body = { name: 'Zürich 💶 \ufffd \u0000' };

  expect(read(Buffer.from(JSON.stringify(body)))).toEqual(body);
});

test.each([
  undefined,
  'application/json',
  'Application/JSON; Charset=UTF-8',
  'application/json;charset="utf-8"',
  'application/merge-patch+json',
  'application/vnd.bank.v1+json; charset=utf-8',
])('takes the media type %s for JSON', (type) => {
  const headers: Record<string, string> = type === undefined ? {} : { 'Content-Type': type };

  expect(read(Buffer.from('{"name":"Zürich"}'), headers)).toEqual({ name: 'Zürich' });
});

test.each(['application/json, text/plain', 'text/application/json', 'json'])(
  'refuses the media type %s',
  (type) => {
    expect(() => read(Buffer.from('{}'), { 'Content-Type': type })).toThrow(
      expect.objectContaining({ code: 'unsupported_media_type' }),
    );
  },
);

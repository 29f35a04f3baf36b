import { expect, test } from '@jest/globals';
import { AwsChunkedDecoder } from '../../../local/s3/wire/aws-chunked-decoder.ts';

const BODY =
  '5\r\nhello\r\n6;chunk-signature=0\r\n world\r\n0\r\nx-amz-checksum-crc32: abc=\r\n\r\n';

async function decoded(pieces: string[]): Promise<[string, Record<string, string>]> {
  const stream = new AwsChunkedDecoder();
  for (const piece of pieces) stream.write(Buffer.from(piece));
  stream.end();
  let text = '';
  for await (const chunk of stream) text += String(chunk);
  return [text, stream.trailers];
}

test('decodes chunks into the body, however the network splits them', async () => {
  for (let cut = 0; cut <= BODY.length; cut += 1) {
    expect(await decoded([BODY.slice(0, cut), BODY.slice(cut)])).toEqual([
      'hello world',
      { 'x-amz-checksum-crc32': 'abc=' },
    ]);
  }
  expect((await decoded([...BODY]))[0]).toBe('hello world');
});

test('refuses a body that ends early, at any position', async () => {
  const end = BODY.indexOf('0\r\nx-amz');
  for (let cut = 0; cut <= end; cut += 1) {
    await expect(decoded([BODY.slice(0, cut)])).rejects.toThrow('terminated unexpectedly');
  }
});

test.each(['zz\r\n', '5\r\nhelloo\r\n', '-1\r\n', `${'a'.repeat(9_000)}`, '0\r\nno colon\r\n\r\n'])(
  'refuses an invalid chunk: %s',
  async (text) => {
    await expect(decoded([text])).rejects.toThrow('terminated unexpectedly');
  },
);

// Compresses answers for clients that accept it, as API Gateway does.
import { promisify } from 'node:util';
import { deflate, gzip } from 'node:zlib';

const encoders = { gzip: promisify(gzip), deflate: promisify(deflate) };

export type ContentEncoding = keyof typeof encoders;

export function chooseEncoding(acceptEncoding: string): ContentEncoding | undefined {
  const accepted = new Map(
    acceptEncoding.split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
      const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return [name.toLowerCase(), quality === undefined ? 1 : Number(quality)];
    }),
  );
  const qualityOf = (name: string) => accepted.get(name) ?? accepted.get('*') ?? 0;
  if (qualityOf('gzip') > 0) return 'gzip';
  return qualityOf('deflate') > 0 ? 'deflate' : undefined;
}

export function compressBody(body: Buffer, encoding: ContentEncoding): Promise<Buffer> {
  return encoders[encoding](body);
}

import { S3Error } from '../s3-error.ts';

/** The requested range of bytes, both ends included; undefined for the whole object. */
export function parseRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | undefined {
  const [all, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  // RFC 9110 lets a server ignore anything but a single range of bytes.
  if (all === undefined || (first === '' && last === '')) return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < start) return undefined;
  if (start < size && (first !== '' || Number(last) > 0)) return { start, end };
  const headers = { 'content-range': `bytes */${size}` };
  throw new S3Error('InvalidRange', 'The requested range is not satisfiable', headers);
}

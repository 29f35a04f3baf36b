// Pages of an import's rejections. A page is one ranged read of the rejections file; the cursor is the
// byte offset of the next one.
import { objectKeys } from '../../artifacts/locations.ts';
import { readObjectRange } from '../../artifacts/read-object.ts';
import type { ObjectLockBucket } from '../../artifacts/object-lock-bucket.ts';
import { Refusal } from '../../domain/refusals/refusals.ts';
import type { PageResult } from '../../runtime/results.ts';

// A line usually has a few hundred bytes, and always fewer than PART_BYTES_MIN.
const LINE_BYTES = 512;
const PART_BYTES_MIN = 64 * 1024;
const LINE_END = '\n'.charCodeAt(0);

export async function readRejectionPage(
  bucket: ObjectLockBucket,
  tenant: string,
  { batchId, after, limit }: { batchId: string; after: string | undefined; limit: number },
): Promise<PageResult> {
  const start = parseRowCursor(after);
  const bytes = Math.max(PART_BYTES_MIN, limit * LINE_BYTES);
  const key = objectKeys.rejections(tenant, batchId);
  // With the end of the line before, so that a page starts at a line.
  const before = start === 0 ? 0 : 1;
  const range = { key, start: start - before, bytes: bytes + before };
  const { body, sizeBytes } = await readObjectRange(bucket, range);
  if (before > 0 && body[0] !== LINE_END) refuseCursor();
  const items: unknown[] = [];
  let position = before;
  while (items.length < limit) {
    const end = body.indexOf('\n', position);
    if (end < 0) break;
    items.push(JSON.parse(body.toString('utf8', position, end)));
    position = end + 1;
  }
  const next = start - before + position;
  return { items, ...(next < sizeBytes && { next: String(next) }) };
}

function parseRowCursor(after: string | undefined): number {
  if (after === undefined) return 0;
  if (/^[1-9][0-9]{0,14}$/.test(after)) return Number(after);
  return refuseCursor();
}

function refuseCursor(): never {
  throw new Refusal('invalid_cursor', 'The cursor is invalid. Restart without one.');
}

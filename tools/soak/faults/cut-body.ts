import { Readable } from 'node:stream';
import type { ProxiedAnswer } from '../../../local/http/proxy.ts';

/** Sends this number of bytes of the body, then ends the connection or stalls. */
export interface BodyCut {
  readonly cutAfter: number;
  readonly stalls?: boolean;
}

export async function* cutBody(body: ProxiedAnswer['body'], { cutAfter, stalls }: BodyCut) {
  let remaining = cutAfter;
  for await (const piece of Readable.from(body) as AsyncIterable<Buffer>) {
    if (remaining > 0) yield piece.subarray(0, remaining);
    remaining -= piece.length;
    if (remaining > 0) continue;
    if (stalls === true) await new Promise(() => undefined);
    throw new Error('The connection is cut.');
  }
}

// Sends one request to a receiver. It connects to no address that is not public, follows no redirect, and takes
// little of the answer and of time (ADR 129).
import { request as requestHttp } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import type { WebhookReach } from '../domain/webhooks/webhook-urls.ts';
import { isCallable } from './public-addresses.ts';
import { resolveByServers, resolveBySystem } from './resolve-names.ts';
import type { ResolveName } from './resolve-names.ts';

export interface ReceiverRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface ReceiverAnswer {
  readonly status: number;
  /** The beginning of the body, without what a terminal would obey. */
  readonly excerpt: string;
}

export interface SendOptions {
  readonly reach: WebhookReach;
  readonly timeoutMs?: number;
  /** By default by the name servers, or as the system does where this machine may be called. */
  readonly resolve?: ResolveName;
}

export const TIMEOUT_MS = 10_000;
const ANSWER_BYTES_MAX = 2_048;
const EXCERPT_CHARACTERS_MAX = 256;
const HEADER_BYTES_MAX = 16_384;

/** The name of the receiver leads to an address that may not be called. */
export class ForbiddenAddress extends Error {
  readonly code = 'address not permitted';
}

/** The receiver answered with another protocol, which was not asked for. */
class ProtocolSwitch extends Error {
  readonly code = 'answered 101';
}

/** The connection has ended before an answer. */
class NoAnswer extends Error {
  readonly code = 'no answer';
}

/** Sends the request and returns the answer, whatever its status. Throws if none comes in time. */
export async function sendRequest(
  { url: text, headers, body }: ReceiverRequest,
  { reach, timeoutMs = TIMEOUT_MS, resolve }: SendOptions,
): Promise<ReceiverAnswer> {
  const url = new URL(text);
  const address = url.hostname.replace(/^\[|\]$/g, '');
  // A name that is an address is not looked up.
  if (isIP(address) !== 0 && !isCallable(address, reach)) throw new ForbiddenAddress();
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const signal = AbortSignal.timeout(timeoutMs);
  const own = reach === 'LOOPBACK' ? resolveBySystem : resolveByServers(signal);
  const answer = await new Promise<IncomingMessage>((answered, failed) => {
    send(url, {
      method: 'POST',
      headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
      // A connection of its own, so that each is made to an address that was checked just now.
      agent: false,
      lookup: buildCheckedLookup(reach, resolve ?? own),
      maxHeaderSize: HEADER_BYTES_MAX,
      signal,
    })
      .once('response', answered)
      .once('upgrade', (_answer, socket) => {
        socket.destroy();
        failed(new ProtocolSwitch());
      })
      .once('error', failed)
      // The last of its events, whatever came before.
      .once('close', () => failed(new NoAnswer()))
      .end(body);
  });
  return { status: answer.statusCode ?? 0, excerpt: await readExcerpt(answer) };
}

// The connection is made to the addresses that are checked here, and to no others that another query might yield.
function buildCheckedLookup(reach: WebhookReach, resolve: ResolveName): LookupFunction {
  return (name, { all }, done) => {
    resolve(name, (error, addresses) => {
      const [first] = addresses;
      if (error || first === undefined) return done(error ?? new ForbiddenAddress(), '', 0);
      if (!addresses.every(({ address }) => isCallable(address, reach)))
        return done(new ForbiddenAddress(), '', 0);
      return all ? done(null, [...addresses]) : done(null, first.address, first.family);
    });
  };
}

// The status is the answer: whatever happens to the rest of it changes nothing.
async function readExcerpt(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of answer as AsyncIterable<Buffer>) {
      parts.push(part);
      bytes += part.byteLength;
      if (bytes >= ANSWER_BYTES_MAX) break;
    }
  } catch {
    // What has come is enough.
  }
  answer.destroy();
  const text = Buffer.concat(parts).subarray(0, ANSWER_BYTES_MAX).toString('utf8');
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .slice(0, EXCERPT_CHARACTERS_MAX)
    .toWellFormed();
}

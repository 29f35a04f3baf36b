// A proxy before S3 that answers in its stead, cuts connections, stalls or loses answers.
import { request as httpRequest } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { startEndpoint } from '../../../local/http/endpoint.ts';

export type S3Fault =
  /** Answers so without asking S3. */
  | { readonly status: number }
  /** Gives that many bytes of the body and then ends the connection, or says nothing more. */
  | { readonly cutAfter: number; readonly stalls?: boolean }
  /** S3 does it, and the client never hears. */
  | 'lost'
  /** Waits before it passes the call on. */
  | { readonly delayMs: number };

export interface S3Faults {
  readonly endpoint: string;
  /** The calls seen, as `METHOD /path`. */
  readonly calls: string[];
  /** Befalls the next call that matches, once. */
  next(method: string, path: RegExp, ...faults: S3Fault[]): void;
  /** What has not befallen a call by now never will. */
  heal(): void;
  stop(): Promise<void>;
}

interface PlannedFault {
  readonly method: string;
  readonly path: RegExp;
  readonly fault: S3Fault;
}

export async function startS3Faults(target: string): Promise<S3Faults> {
  const planned: PlannedFault[] = [];
  const calls: string[] = [];
  const { endpoint, stop } = await startEndpoint((request, response) => {
    const { method = '', url = '' } = request;
    calls.push(`${method} ${url}`);
    const at = planned.findIndex((one) => one.method === method && one.path.test(url));
    const [found] = at < 0 ? [] : planned.splice(at, 1);
    void serveRequest(target, request, response, found?.fault);
  });
  return {
    endpoint,
    calls,
    next: (method, path, ...faults) =>
      void planned.push(...faults.map((fault) => ({ method, path, fault }))),
    heal: () => {
      planned.length = 0;
    },
    stop,
  };
}

async function serveRequest(
  target: string,
  request: IncomingMessage,
  response: ServerResponse,
  fault: S3Fault | undefined,
) {
  if (typeof fault === 'object' && 'status' in fault) {
    request.resume();
    response.writeHead(fault.status, { 'content-type': 'application/xml' });
    response.end('<Error><Code>InternalError</Code><Message>injected</Message></Error>');
    return;
  }
  if (typeof fault === 'object' && 'delayMs' in fault) {
    await new Promise((resolve) => setTimeout(resolve, fault.delayMs));
  }
  const { method, url, headers } = request;
  const passed = httpRequest(`${target}${url}`, { method, headers }, (answer) => {
    if (fault === 'lost') {
      answer.resume();
      answer.once('end', () => response.destroy());
      return;
    }
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    if (typeof fault === 'object' && 'cutAfter' in fault) cutAnswer(answer, response, fault);
    else answer.pipe(response);
  });
  passed.once('error', () => response.destroy());
  request.pipe(passed);
}

function cutAnswer(
  answer: IncomingMessage,
  response: ServerResponse,
  fault: { cutAfter: number; stalls?: boolean },
) {
  let left = fault.cutAfter;
  let isCut = false;
  answer.on('data', (piece: Buffer) => {
    if (isCut) return;
    const own = piece.subarray(0, left);
    left -= own.length;
    isCut = left <= 0;
    const end = () => isCut && fault.stalls !== true && response.destroy();
    if (own.length > 0) response.write(own, end);
    else end();
  });
}

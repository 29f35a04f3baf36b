// Stands in front of a service and lets through what the caller's role grants. Callers that are no
// function of the template, such as the administration command, pass unchecked.
import { Agent, request as httpRequest } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JsonObject } from '../cloudformation/template.ts';
import { startEndpoint } from '../http/endpoint.ts';
import type { Endpoint } from '../http/endpoint.ts';

/** Why the call may not be made; undefined when it may. */
export type DenialCheck = (
  caller: string,
  target: string,
  input: () => JsonObject,
) => string | undefined;

export async function startEnforcedService(
  service: string,
  denial: DenialCheck,
): Promise<Endpoint> {
  const { hostname, port, protocol } = new URL(service);
  if (protocol !== 'http:') throw new Error(`Roles cannot be enforced in front of ${service}.`);
  const agent = new Agent({ keepAlive: true });
  const { endpoint, stop } = await startEndpoint((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const body = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
      const sentence = findDenial(incoming, body, denial);
      if (sentence !== undefined) return sendDenial(outgoing, sentence);
      forwardRequest({ incoming, outgoing, body }, { hostname, port, agent });
    });
  });
  return {
    endpoint,
    async stop() {
      await stop();
      agent.destroy();
    },
  };
}

/** Passes the caller on to the service, because the signature no longer does. */
export const CALLER_HEADER = 'x-countinghouse-caller';

/** The access key id that a request is signed with. */
export function readSigner(authorization: string | undefined): string {
  return /\bCredential=([^/,\s]+)\//.exec(authorization ?? '')?.[1] ?? '';
}

function findDenial({ headers }: IncomingMessage, body: Buffer, denial: DenialCheck) {
  const target = String(headers['x-amz-target']);
  return denial(readSigner(headers.authorization), target, () => JSON.parse(body.toString()));
}

interface ForwardedExchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly body: Buffer;
}
interface ServiceAddress {
  readonly hostname: string;
  readonly port: string;
  readonly agent: Agent;
}

function forwardRequest({ incoming, outgoing, body }: ForwardedExchange, place: ServiceAddress) {
  const { method, url: path } = incoming;
  const { authorization } = incoming.headers;
  const headers = {
    ...incoming.headers,
    authorization: signAsOwner(authorization),
    [CALLER_HEADER]: readSigner(authorization),
  };
  const onward = httpRequest({ ...place, method, path, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 500, answer.rawHeaders);
    answer.pipe(outgoing);
    answer.on('error', () => outgoing.destroy());
  });
  onward.on('error', () => outgoing.destroy());
  outgoing.on('close', () => outgoing.writableEnded || onward.destroy());
  onward.end(body);
}

// Some engines keep the tables of each access key id apart, and none looks at the signature.
function signAsOwner(authorization = ''): string {
  return authorization.replace(/\bCredential=[^/]+/, 'Credential=local');
}

function sendDenial(outgoing: ServerResponse, message: string) {
  outgoing.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' });
  outgoing.end(JSON.stringify({ __type: 'AccessDeniedException', message }));
}

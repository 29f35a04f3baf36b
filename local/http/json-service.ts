// Serves AWS services that use the JSON protocol: the name of the call in a header, its input and output
// as JSON.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { startEndpoint } from './endpoint.ts';
import type { Endpoint } from './endpoint.ts';
import { ServiceError } from './service-error.ts';

type ServiceInput = Record<string, unknown>;

/** Each call returns its output, or throws a `ServiceError`. */
export type ServiceCalls = Readonly<Record<string, (input: ServiceInput) => object>>;

/** Any other error of a call is logged and closes the connection, so that the SDK retries. */
export function startJsonService(
  calls: ServiceCalls,
  log?: (line: string) => void,
): Promise<Endpoint> {
  return startEndpoint((request, response) => {
    answerCall(calls, request, response).catch((error: unknown) => {
      log?.(`${String(request.headers['x-amz-target'])}: ${String(error)}`);
      response.destroy();
    });
  });
}

async function answerCall(calls: ServiceCalls, request: IncomingMessage, response: ServerResponse) {
  const [, name = ''] = String(request.headers['x-amz-target']).split('.');
  const input = (await json(request)) as ServiceInput;
  const send = (status: number, body: object) =>
    response
      .writeHead(status, { 'content-type': request.headers['content-type'] })
      .end(JSON.stringify(body));
  try {
    const call = Object.hasOwn(calls, name) ? calls[name] : undefined;
    if (!call) throw new ServiceError('UnknownOperationException', `There is no call ${name}.`);
    send(200, call(input));
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    send(400, { __type: error.type, message: error.message });
  }
}

// An API Gateway in front of handlers: converts requests to proxy events of a REST API, and their results to
// answers.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { startEndpoint } from '../../../local/http/endpoint.ts';

type TestGatewayHandler = (event: APIGatewayProxyEvent) => Promise<APIGatewayProxyResult>;

export interface TestGateway {
  readonly origin: string;
  /** Replaces the handlers. Several take turns, as several Lambda instances do. */
  serve(...handlers: TestGatewayHandler[]): void;
  stop(): Promise<void>;
}

export async function startTestGateway(stage = ''): Promise<TestGateway> {
  let handlers: TestGatewayHandler[] = [];
  let count = 0;
  const { endpoint: origin, stop } = await startEndpoint((request, response) => {
    const handler = handlers[(count += 1) % handlers.length];
    if (handler === undefined) return void response.writeHead(502).end();
    answerRequest(handler, stage, request, response).catch((error: unknown) => {
      console.error(error);
      response.writeHead(502).end();
    });
  });
  return {
    origin,
    serve: (...next) => {
      handlers = next;
    },
    stop,
  };
}

async function answerRequest(
  handler: TestGatewayHandler,
  stage: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { statusCode, headers, multiValueHeaders, body } = await handler(
    await buildEvent(request, stage),
  );
  for (const [name, value] of Object.entries({ ...headers, ...multiValueHeaders })) {
    if (name !== 'content-length') response.setHeader(name, value as string | string[]);
  }
  response.writeHead(statusCode).end(body);
}

async function buildEvent(request: IncomingMessage, stage: string): Promise<APIGatewayProxyEvent> {
  const url = new URL(request.url ?? '/', 'http://gateway.invalid');
  const body = await readBody(request);
  const event = {
    httpMethod: request.method ?? 'GET',
    path: url.pathname.slice(stage.length),
    headers: Object.fromEntries(toPairs(request.rawHeaders)),
    multiValueHeaders: toMultiValues(toPairs(request.rawHeaders)),
    multiValueQueryStringParameters:
      url.search === '' ? null : toMultiValues([...url.searchParams]),
    body: body.length === 0 ? null : body.toString('base64'),
    isBase64Encoded: body.length > 0,
    requestContext: { identity: { sourceIp: request.socket.remoteAddress ?? '' } },
  };
  return event as unknown as APIGatewayProxyEvent;
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

function toPairs(rawHeaders: string[]): [string, string][] {
  return rawHeaders.flatMap((name, index) => {
    const value = rawHeaders[index + 1];
    return index % 2 === 0 && value !== undefined ? [[name, value] as [string, string]] : [];
  });
}

function toMultiValues(entries: [string, string][]): Record<string, string[]> {
  const values: Record<string, string[]> = {};
  for (const [name, value] of entries) (values[name] ??= []).push(value);
  return values;
}

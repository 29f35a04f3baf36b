// A local API Gateway REST API: an HTTP server whose root is the root of the stage.
import { createServer } from 'node:http';
import { KEEP_ALIVE_MS } from '../http/endpoint.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ApiSettings, ApiOperation, ProxyIntegration } from './api-definition.ts';
import { Authorizer } from './authorizer.ts';
import { FunctionError } from '../lambda/function-error.ts';
import type { FunctionRunner } from '../lambda/functions.ts';
import { GatewayRefusal, renderGatewayResponse } from './gateway-responses.ts';
import type { RenderedResponse, VariableReader } from './gateway-responses.ts';
import { answerMock } from './integrations/mock-integration.ts';
import { findHeader, readRequest } from './gateway-request.ts';
import type { GatewayRequest } from './gateway-request.ts';
import { buildVariables } from './response-variables.ts';
import { closeServer, listenOnLoopback } from '../http/loopback.ts';
import { renderAccessLine } from './logging/access-log.ts';
import { buildProxyEvent } from './proxy-event.ts';
import type { EventParts } from './proxy-event.ts';
import { readProxyResult } from './proxy-result.ts';
import type { ProxyResult } from './proxy-result.ts';
import { readEventBody } from './request-body.ts';
import { sendResult } from './send-result.ts';
import type { RouteMatch } from './route-table.ts';
import type { Json, JsonObject } from '../cloudformation/template.ts';

export interface GatewayOptions {
  readonly api: ApiSettings;
  readonly port: number;
  readonly functions: FunctionRunner;
  readonly log: (line: string) => void;
  /** Takes the lines of the access log; absent: there is none. */
  readonly writeAccess?: (line: string) => void;
  /** How many times its limit a call of a function may take; 1 if absent. */
  readonly timeoutFactor?: number | undefined;
}

export interface Gateway {
  stop(): Promise<void>;
}

export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const authorizer = new Authorizer(options.functions, options.log);
  const create = () => {
    const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (incoming, response) => {
      new GatewayExchange(options, authorizer, incoming, response).run().catch((error: unknown) => {
        options.log(`${options.api.name}: ${String(error)}`);
        response.destroy();
      });
    });
    return server.on('clientError', answerUnreadable);
  };
  const servers = await listenOnLoopback(create, options.port);
  return {
    async stop() {
      const closed = servers.map(closeServer);
      servers.forEach((server) => server.closeAllConnections());
      await Promise.all(closed);
    },
  };
}

// As on AWS, malformed HTTP never reaches the API.
function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket) {
  if (!socket.writable) return;
  const tooLong = error.code === 'HPE_HEADER_OVERFLOW';
  const status = tooLong ? '431 Request Header Fields Too Large' : '400 Bad Request';
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

class GatewayExchange {
  readonly #options: GatewayOptions;
  readonly #authorizer: Authorizer;
  readonly #incoming: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #request: GatewayRequest;
  #parts: EventParts | undefined;
  #authorized: JsonObject | undefined;
  /** What the access log says beside the variables of the request. */
  readonly #measured: Record<string, string> = {};

  constructor(
    options: GatewayOptions,
    authorizer: Authorizer,
    incoming: IncomingMessage,
    response: ServerResponse,
  ) {
    this.#options = options;
    this.#authorizer = authorizer;
    this.#incoming = incoming;
    this.#response = response;
    this.#request = readRequest(incoming);
  }

  async run() {
    try {
      const result = await this.#result();
      await this.#send(result);
    } catch (error) {
      if (this.#incoming.errored || this.#response.destroyed) return;
      if (!(error instanceof GatewayRefusal)) throw error;
      await this.#refuse(error);
    }
  }

  async #send(result: ProxyResult): Promise<void> {
    const { definition, accessLog } = this.#options.api;
    const bytes = await sendResult(this.#response, this.#request, result, definition);
    if (accessLog === undefined) return;
    const variables = this.#buildVariables();
    const measured: Record<string, string> = {
      ...this.#measured,
      status: String(result.statusCode),
      responseLength: String(bytes),
      responseLatency: String(Date.now() - this.#request.receivedAt.getTime()),
    };
    const valueOf = (name: string) => measured[name.replace(/^context\./, '')] ?? variables(name);
    this.#options.writeAccess?.(renderAccessLine(accessLog, valueOf));
  }

  async #result(): Promise<ProxyResult> {
    const { api } = this.#options;
    const { target: operation, pathParameters } = this.#route();
    const { resourcePath, operationId } = operation;
    this.#parts = { api, request: this.#request, resourcePath, operationId, pathParameters };
    const body = await readEventBody(this.#incoming, this.#request, api.definition);
    if (operation.authorizer) {
      this.#authorized = await this.#authorizer.authorize(operation.authorizer, this.#parts);
    }
    const { integration } = operation;
    if (integration.type === 'MOCK') {
      const contentType = findHeader(this.#request, 'content-type');
      return toProxyResult(answerMock(integration, contentType, this.#buildVariables()));
    }
    return this.#integrate(integration, buildProxyEvent(this.#parts, body, this.#authorized));
  }

  #route(): RouteMatch<ApiOperation> {
    try {
      const { method, path } = this.#request;
      const match = this.#options.api.definition.routes.find(method, path);
      if (match) return match;
    } catch (error) {
      if (error instanceof URIError) throw new GatewayRefusal('BAD_REQUEST_PARAMETERS');
      throw error;
    }
    throw new GatewayRefusal('MISSING_AUTHENTICATION_TOKEN');
  }

  async #integrate(
    { functionName, timeoutMs }: ProxyIntegration,
    event: Json,
  ): Promise<ProxyResult> {
    const { functions, log, timeoutFactor = 1 } = this.#options;
    const startedAt = performance.now();
    try {
      const answer = functions.invoke(functionName, event);
      const result = readProxyResult(await withTimeout(answer, timeoutMs * timeoutFactor));
      this.#measured['integrationLatency'] = String(Math.round(performance.now() - startedAt));
      this.#measured['integration.status'] = '200';
      if (result) return result;
      this.#measured['integration.error'] =
        'Execution failed due to configuration error: malformed proxy response';
      log(`${functionName} returned something that is not a proxy result.`);
    } catch (error) {
      if (!(error instanceof FunctionError)) throw error;
      if (error.errorType === 'RequestTooLarge') throw new GatewayRefusal('REQUEST_TOO_LARGE');
      this.#measured['integration.error'] = `Lambda execution failed: ${error.message}`;
      log(`${functionName} failed: ${error.errorType}: ${error.message}`);
    }
    throw new GatewayRefusal('DEFAULT_5XX');
  }

  async #refuse(refusal: GatewayRefusal) {
    const { gatewayResponses } = this.#options.api.definition;
    const rendered = renderGatewayResponse(refusal, gatewayResponses, this.#buildVariables());
    this.#measured['error.responseType'] = refusal.type;
    await this.#send(toProxyResult(rendered));
    this.#incoming.resume();
  }

  #buildVariables(): VariableReader {
    return buildVariables({
      api: this.#options.api,
      request: this.#request,
      resourcePath: this.#parts?.resourcePath,
      pathParameters: this.#parts?.pathParameters ?? {},
      authorizer: this.#authorized ?? {},
    });
  }
}

function toProxyResult(rendered: RenderedResponse): ProxyResult {
  const headers = rendered.headers.map(([name, value]): [string, string[]] => [name, [value]]);
  return {
    ...rendered,
    headers: [['Content-Type', ['application/json']], ...headers],
    isBase64Encoded: false,
  };
}

async function withTimeout<T>(answer: Promise<T>, milliseconds: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new GatewayRefusal('INTEGRATION_TIMEOUT')), milliseconds);
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

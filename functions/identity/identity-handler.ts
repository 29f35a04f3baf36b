import type { RequestListener } from 'node:http';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { ProviderSettings } from './configuration.ts';
import type { KeySource } from './key-source.ts';
import { answerEvent } from './lambda-http.ts';
import { buildProvider } from './provider.ts';
import type { ProviderLog } from './provider.ts';
import type { SigningKeySecret } from './signing-keys.ts';
import { readCorrelationId } from '../runtime/request.ts';

export interface HandlerOptions extends ProviderSettings {
  readonly keys: KeySource;
  readonly log: ProviderLog;
}

/** Answers API Gateway events with a provider for the current keys. */
export function identityHandler(options: HandlerOptions) {
  const issuer = new URL(options.issuer);
  let built: { keys: SigningKeySecret; handle: RequestListener } | undefined;

  const handlerFor = (keys: SigningKeySecret): RequestListener => {
    if (built?.keys !== keys) {
      built = { keys, handle: buildProvider(options, keys, options.log).callback() };
    }
    return built.handle;
  };

  const answer = async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    try {
      return await answerEvent(handlerFor(await options.keys()), issuer, event);
    } catch (error) {
      options.log.fault(error);
      return buildUnavailableResult();
    }
  };

  return async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    const { id } = readCorrelationId(event);
    const result = await answer(event);
    return { ...result, headers: { ...result.headers, 'X-Correlation-ID': id } };
  };
}

function buildUnavailableResult(): APIGatewayProxyResult {
  return {
    statusCode: 503,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'retry-after': '5',
    },
    body: JSON.stringify({ error: 'temporarily_unavailable' }),
  };
}

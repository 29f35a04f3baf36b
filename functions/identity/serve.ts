// The identity service (docs/identity.md): an OpenID Provider behind its own API.
import { Logger } from '@aws-lambda-powertools/logger';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { requireVariable } from '../runtime/environment.ts';
import { buildMetrics, toCount } from '../runtime/metrics.ts';
import { ClientMetadata } from './client-metadata.ts';
import { buildKeySource } from './key-source.ts';
import { identityHandler } from './identity-handler.ts';
import { openIdentityTable } from './storage/identity-table.ts';

const logger = new Logger({ serviceName: 'identity' });
const table = openIdentityTable(requireVariable('IDENTITY_TABLE'));

const serve = identityHandler({
  issuer: requireVariable('ISSUER'),
  audience: requireVariable('AUDIENCE'),
  table,
  clients: new ClientMetadata(table),
  keys: buildKeySource({
    secretId: requireVariable('IDENTITY_KEYS'),
    onStale: (error) => {
      const metrics = { SigningKeysUnreadable: toCount(1) };
      logger.error('The signing keys cannot be read; the last good ones stay in use', {
        error,
        ...buildMetrics({ dimensions: ['service'], metrics }),
      });
    },
  }),
  log: {
    security: (event, details) => logger.info(event, details),
    fault: (error) => logger.error('The identity service failed', { error }),
  },
});

export function handler(event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  return serve(event);
}

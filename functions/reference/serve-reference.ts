import { join } from 'node:path';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { readReferenceEnvironment } from '../runtime/environment.ts';
import { buildReferenceHandler } from './reference.ts';

// The build puts the folder next to this module.
const folder = join(import.meta.dirname, '../site');
const serve = buildReferenceHandler({ folder, ...readReferenceEnvironment() });

/** GET /, /health, /openapi.json, /docs and /docs/{asset} of an API. */
export async function handler(event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  return serve(event);
}

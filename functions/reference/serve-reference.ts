import { join } from 'node:path';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { referenceEnvironment } from '../runtime/environment.ts';
import { reference } from './reference.ts';

// The build puts the folder beside this module's.
const folder = join(import.meta.dirname, '../site');
const serve = reference({ folder, ...referenceEnvironment() });

/** GET /openapi.json, /docs and /docs/{asset} of an API. */
export async function handler(event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  return serve(event);
}

// The reference function on a newly built folder, called as API Gateway calls it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { buildReferenceHandler } from '../../../functions/reference/reference.ts';
import { writeReferenceSite } from '../../../lib/constructs/reference/reference-site.ts';

export const ISSUER = {
  issuer: 'https://id.bank.example/prod',
  jwks_uri: 'https://id.bank.example/prod/jwks',
  audience: 'urn:countinghouse:api',
};

export interface TestReference {
  readonly folder: string;
  get(path: string, headers?: Record<string, string>): APIGatewayProxyResult;
  remove(): void;
}

export function buildReference(issuers?: readonly object[]): TestReference {
  const folder = mkdtempSync(join(tmpdir(), 'reference-'));
  writeReferenceSite(folder);
  const serve = buildReferenceHandler({
    folder,
    api: 'ledger',
    issuers: issuers && JSON.stringify(issuers),
    clientId: 'api-reference',
  });
  return {
    folder,
    get: (path, headers = {}) => serve(buildEvent(path, headers)),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function buildEvent(path: string, headers: Record<string, string>): APIGatewayProxyEvent {
  const asset = /^\/docs\/(.+)$/s.exec(path)?.[1];
  return {
    resource: asset === undefined ? path.replace(/\/$/, '') || '/' : '/docs/{asset}',
    path,
    headers,
    pathParameters: asset === undefined ? null : { asset },
    requestContext: { domainName: 'api.bank.example', path: `/prod${path}` },
  } as unknown as APIGatewayProxyEvent;
}

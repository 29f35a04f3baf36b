// The public API reference: the OpenAPI document, and a reader for it in the browser.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { readIssuers } from '../authorizer/issuers.ts';
import { addCrossOriginHeaders, buildAnswer, buildNoRouteAnswer } from '../runtime/answers.ts';
import type { ResponseHeaders } from '../runtime/answers.ts';
import { readAddress, readCorrelationId, readHeader } from '../runtime/request.ts';
import { buildReferenceHeaders } from './page-headers.ts';
import { buildEndpointUrl, buildServedDocument } from './served-document.ts';
import type { ReferenceSignIn, ServedDocument } from './served-document.ts';
import { buildSitePage, ReferenceSite } from './reference-site.ts';
import type { SitePage } from './reference-site.ts';
import { buildRootLinks, buildRootPage, ROOT_PAGE_POLICY } from './root-page.ts';

export interface ReferenceSettings {
  /** The folder with the documents and the reader, made by the build. */
  readonly folder: string;
  readonly api: string;
  /** As in the authorizer's configuration; undefined where there are none. */
  readonly issuers: string | undefined;
  readonly clientId: string;
  /** The origin of the console, which may read the answers. */
  readonly consoleOrigin?: string | undefined;
}

export type ReferenceHandler = (event: APIGatewayProxyEvent) => APIGatewayProxyResult;

export function buildReferenceHandler(settings: ReferenceSettings): ReferenceHandler {
  const { folder, api, issuers, clientId, consoleOrigin } = settings;
  const signIn = findSignIn(issuers, clientId);
  const published = readFileSync(join(folder, `openapi-${api}.json`), 'utf8');
  const document = buildDocumentPages(buildServedDocument(published, signIn));
  const site = new ReferenceSite(folder);
  const root = buildRootHandler(published, consoleOrigin);
  const headers = buildReferenceHeaders(
    signIn ? [new URL(buildEndpointUrl(signIn.issuer, 'token')).origin] : [],
  );
  const find = (event: APIGatewayProxyEvent): SitePage | undefined => {
    if (event.resource === '/openapi.json') return document(readAddress(event));
    if (event.resource === '/docs') return site.index();
    return site.asset(event.pathParameters?.['asset'] ?? '');
  };
  const serve: ReferenceHandler = (event) => {
    const { id } = readCorrelationId(event);
    // With a slash at the end, the page's relative addresses would resolve to other paths.
    if (event.resource === '/docs' && event.requestContext.path.endsWith('/')) {
      return {
        statusCode: 308,
        headers: { Location: '../docs', 'X-Correlation-ID': id },
        body: '',
      };
    }
    if (event.resource === '/') return root(event);
    if (event.resource === '/health') return buildAnswer(200, HEALTHY, id);
    const page = find(event);
    if (!page) return buildNoRouteAnswer(id);
    return renderPage(page, readHeader(event, 'if-none-match'), {
      ...headers,
      'X-Correlation-ID': id,
    });
  };
  return (event) => addCrossOriginHeaders(serve(event), consoleOrigin);
}

/** Keeps the page of the last address: an API has few, of which one is used. */
function buildDocumentPages(write: ServedDocument): (address: string) => SitePage {
  let last: { readonly address: string; readonly page: SitePage } | undefined;
  return (address) => {
    if (last?.address !== address) {
      last = { address, page: buildSitePage('openapi.json', write(address)) };
    }
    return last.page;
  };
}

/** That the API answers; GET /api/system says how the deployment is, to callers with a token. */
const HEALTHY = JSON.stringify({ status: 'ok' });

function buildRootHandler(published: string, consoleOrigin: string | undefined): ReferenceHandler {
  const { info } = JSON.parse(published) as { info: { title: string; version: string } };
  const { title, version } = info;
  return (event) => {
    const { id } = readCorrelationId(event);
    const links = buildRootLinks(event.requestContext.path, consoleOrigin);
    if (!/\btext\/html\b/i.test(readHeader(event, 'accept') ?? '')) {
      const body = JSON.stringify({ title, version, links });
      return buildAnswer(200, body, id, { Vary: 'Accept' });
    }
    return buildAnswer(200, buildRootPage(title, links), id, {
      ...buildReferenceHeaders([]),
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': ROOT_PAGE_POLICY,
      Vary: 'Accept',
    });
  };
}

// Only a provider like the bundled one has its endpoints at known addresses; a user pool does not.
function findSignIn(issuers: string | undefined, clientId: string): ReferenceSignIn | undefined {
  if (issuers === undefined) return undefined;
  const issuer = readIssuers(issuers).find(({ kind }) => kind === 'oidc');
  return issuer && { issuer, clientId };
}

function renderPage(
  page: SitePage,
  known: string | undefined,
  headers: ResponseHeaders,
): APIGatewayProxyResult {
  const isKnown = (known ?? '')
    .split(',')
    .some((tag) => toOpaqueTag(tag) === toOpaqueTag(page.etag));
  return {
    statusCode: isKnown ? 304 : 200,
    headers: {
      'Content-Type': page.type,
      'Cache-Control': page.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
      ETag: page.etag,
      Vary: 'Accept-Encoding',
      ...headers,
    },
    body: isKnown ? '' : page.text,
  };
}

// RFC 9110 13.1.2: If-None-Match compares weak and strong tags alike.
function toOpaqueTag(tag: string): string {
  return tag.trim().replace(/^W\//, '');
}

// The API reference, open to everybody: the OpenAPI document, and a reader for it in the browser.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { readIssuers } from '../authorizer/issuers.ts';
import { noRouteAnswer } from '../runtime/answers.ts';
import type { Headers } from '../runtime/answers.ts';
import { correlationIdOf, header } from '../runtime/request.ts';
import { pageHeaders } from './page-headers.ts';
import { endpoint, servedDocument } from './served-document.ts';
import type { SignIn } from './served-document.ts';
import { pageOf, Site } from './site.ts';
import type { Page } from './site.ts';

export interface ReferenceSettings {
  /** Where the build has put the documents and the reader. */
  readonly folder: string;
  readonly api: string;
  /** As the authorizer has them; undefined where there are none. */
  readonly issuers: string | undefined;
  readonly clientId: string;
}

export type Serve = (event: APIGatewayProxyEvent) => APIGatewayProxyResult;

export function reference({ folder, api, issuers, clientId }: ReferenceSettings): Serve {
  const signIn = signInWith(issuers, clientId);
  const published = readFileSync(join(folder, `openapi-${api}.json`), 'utf8');
  const document = pageOf('openapi.json', servedDocument(published, signIn));
  const site = new Site(folder);
  const headers = pageHeaders(signIn ? [new URL(endpoint(signIn.issuer, 'token')).origin] : []);
  const find = (event: APIGatewayProxyEvent): Page | undefined => {
    if (event.resource === '/openapi.json') return document;
    if (event.resource === '/docs') return site.index();
    return site.asset(event.pathParameters?.['asset'] ?? '');
  };
  return (event) => {
    const { id } = correlationIdOf(event);
    // Below a slash at the end, the relative addresses of the page would lead elsewhere.
    if (event.resource === '/docs' && event.requestContext.path.endsWith('/')) {
      return {
        statusCode: 308,
        headers: { Location: '../docs', 'X-Correlation-ID': id },
        body: '',
      };
    }
    const page = find(event);
    if (!page) return noRouteAnswer(id);
    return render(page, header(event, 'if-none-match'), { ...headers, 'X-Correlation-ID': id });
  };
}

// Only a provider like the bundled one has its endpoints at known places; a user pool has not.
function signInWith(issuers: string | undefined, clientId: string): SignIn | undefined {
  if (issuers === undefined) return undefined;
  const issuer = readIssuers(issuers).find(({ kind }) => kind === 'oidc');
  return issuer && { issuer, clientId };
}

function render(page: Page, known: string | undefined, headers: Headers): APIGatewayProxyResult {
  const isKnown = (known ?? '').split(',').some((tag) => opaque(tag) === opaque(page.etag));
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

// RFC 9110 13.1.2: whether a tag is weak makes no difference here.
function opaque(tag: string): string {
  return tag.trim().replace(/^W\//, '');
}

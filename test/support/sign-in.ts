// The two endpoints of an authorization server that signs everybody in at once, and believes
// nothing else: RFC 6749 4.1 with PKCE (RFC 7636), for one public client.
import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

export interface SignInOptions {
  readonly clientId: string;
  readonly redirectUri: string;
  token(scope: string): Promise<string>;
}

export function signInEndpoints(options: SignInOptions): RequestListener {
  const codes = new Map<string, URLSearchParams>();
  return (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://issuer');
    if (pathname === '/auth') return authorize(options, codes, searchParams, response);
    // As oidc-provider does: the origins of redirect URIs may read the answer.
    response.setHeader('Access-Control-Allow-Origin', new URL(options.redirectUri).origin);
    response.setHeader(
      'Access-Control-Allow-Headers',
      request.headers['access-control-request-headers'] ?? '',
    );
    if (request.method === 'OPTIONS') return response.writeHead(204).end();
    return void exchange(options, codes, request, response);
  };
}

function authorize(
  { clientId, redirectUri }: SignInOptions,
  codes: Map<string, URLSearchParams>,
  asked: URLSearchParams,
  response: ServerResponse,
): void {
  const isRight =
    asked.get('response_type') === 'code' &&
    asked.get('client_id') === clientId &&
    asked.get('redirect_uri') === redirectUri &&
    asked.get('code_challenge_method') === 'S256';
  if (!isRight) return void response.writeHead(400).end(String(asked));
  const code = randomUUID();
  codes.set(code, asked);
  const answer = new URLSearchParams({ code, state: asked.get('state') ?? '' });
  response.writeHead(303, { Location: `${redirectUri}?${answer.toString()}` }).end();
}

async function exchange(
  { token }: SignInOptions,
  codes: Map<string, URLSearchParams>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const form = new URLSearchParams(await text(request));
  const asked = codes.get(form.get('code') ?? '');
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url');
  const isRight =
    asked?.get('code_challenge') === challenge &&
    form.get('redirect_uri') === asked.get('redirect_uri') &&
    form.get('client_id') === asked.get('client_id') &&
    form.get('client_secret') === null &&
    request.headers.authorization === undefined;
  response.setHeader('Content-Type', 'application/json');
  if (!isRight) return void response.writeHead(400).end('{"error":"invalid_grant"}');
  const scope = asked.get('scope') ?? '';
  const grant = { access_token: await token(scope), token_type: 'Bearer', expires_in: 300, scope };
  response.end(JSON.stringify(grant));
}

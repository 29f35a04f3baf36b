// The OpenAPI document of the identity service: the OpenID Connect endpoints and the pages that
// operators see. Standards define the requests and answers, so they have no schemas here.

interface IdentityEndpoint {
  readonly path: string;
  readonly methods: readonly ('get' | 'post')[];
  readonly summary: string;
  /** Called by scripts of other origins, which send a preflight request first. */
  readonly fromBrowsers?: boolean;
}

const ENDPOINTS: readonly IdentityEndpoint[] = [
  {
    path: '/.well-known/openid-configuration',
    methods: ['get'],
    summary: 'The OpenID Provider metadata (OpenID Connect Discovery).',
    fromBrowsers: true,
  },
  {
    path: '/jwks',
    methods: ['get'],
    summary: 'The public keys that verify tokens (RFC 7517).',
    fromBrowsers: true,
  },
  {
    path: '/auth',
    methods: ['get', 'post'],
    summary: 'Starts the authorization code flow; PKCE with S256 is required (RFC 7636).',
  },
  { path: '/auth/{uid}', methods: ['get'], summary: 'Continues after the operator signed in.' },
  {
    path: '/interaction/{uid}',
    methods: ['get', 'post'],
    summary: 'The page on which the operator signs in.',
  },
  {
    path: '/token',
    methods: ['post'],
    summary: 'Issues tokens for a code, a refresh token or client credentials (RFC 6749).',
    fromBrowsers: true,
  },
  {
    path: '/token/revocation',
    methods: ['post'],
    summary:
      'Revokes an access token, or with a refresh token all tokens of the same sign-in (RFC 7009).',
    fromBrowsers: true,
  },
  {
    path: '/session/end',
    methods: ['get', 'post'],
    summary: 'Asks the operator whether to sign out (OpenID Connect RP-Initiated Logout).',
  },
  { path: '/session/end/confirm', methods: ['post'], summary: 'Signs the operator out.' },
  {
    path: '/session/end/success',
    methods: ['get'],
    summary: 'Confirms that the operator is signed out.',
  },
  {
    path: '/account',
    methods: ['get'],
    summary: "The page of an operator's own account, with the sessions.",
  },
  {
    path: '/account/password',
    methods: ['get', 'post'],
    summary: 'The page on which operators change their passwords.',
  },
  {
    path: '/account/second-factors',
    methods: ['get', 'post'],
    summary: 'The page on which operators set up and remove second factors.',
  },
  {
    path: '/account/sessions',
    methods: ['post'],
    summary: 'Signs the operator out everywhere.',
  },
  {
    path: '/passkey.js',
    methods: ['get'],
    summary: 'The script of the pages that set up or use passkeys (WebAuthn).',
  },
];

export function buildIdentityDocument() {
  return {
    openapi: '3.0.3',
    info: { title: 'Countinghouse identity', version: '1.0.0', license: { name: 'Apache-2.0' } },
    paths: Object.fromEntries(
      ENDPOINTS.map((endpoint) => [endpoint.path, buildPathItem(endpoint)]),
    ),
    components: { securitySchemes: {} },
  };
}

function buildPathItem({ path, methods, summary, fromBrowsers = false }: IdentityEndpoint) {
  const all = [...methods, ...(fromBrowsers ? ['options'] : [])];
  // The ledger has operations of accounts.
  const unique = path.replace(/^\/account/, '/own/account');
  const name = unique.replace(/\W+(\w?)/g, (_, letter: string) => letter.toUpperCase());
  const parameters = path.includes('{uid}')
    ? [{ name: 'uid', in: 'path', required: true, schema: { type: 'string' } }]
    : [];
  const operation = (method: string) => ({
    operationId: `${method}${name}`,
    summary: method === 'options' ? 'Answers a CORS preflight request.' : summary,
    parameters,
    security: [],
    responses: { default: { description: 'As the standard defines.' } },
  });
  return Object.fromEntries(all.map((method) => [method, operation(method)]));
}

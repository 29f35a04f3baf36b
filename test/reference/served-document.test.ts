import { afterAll, expect, test } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { listPermissions, operations } from '../../functions/operations/operations.ts';
import type { Operation } from '../../functions/operations/operations.ts';
import { readStage } from '../../lib/config/stages.ts';
import { buildIdentityDocument } from '../../tools/contract/openapi/identity-openapi.ts';
import { buildOpenApiDocument } from '../../tools/contract/openapi/openapi.ts';
import { readSchemas } from '../../tools/contract/schemas.ts';
import { buildReference, ISSUER } from '../support/contract/reference.ts';
import type { TestReference } from '../support/contract/reference.ts';

const COGNITO = {
  kind: 'cognito',
  issuer: 'https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_x',
  jwks_uri: 'https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_x/.well-known/jwks.json',
  client_ids: ['console'],
};

const sites = {
  plain: buildReference(),
  cognito: buildReference([COGNITO]),
  signingIn: buildReference([COGNITO, { ...ISSUER, scope_prefix: 'countinghouse/' }]),
};
afterAll(() => Object.values(sites).forEach((site) => site.remove()));

interface DocumentedAnswer {
  readonly $ref?: string;
  readonly headers?: Record<string, object>;
}

interface ReferenceDocument {
  readonly openapi: string;
  readonly info: { readonly description: string };
  readonly servers: { readonly url: string }[];
  readonly paths: Record<
    string,
    Record<
      string,
      {
        readonly operationId: string;
        readonly description: string;
        readonly security: object[];
        readonly responses: Record<string, DocumentedAnswer>;
      }
    >
  >;
  readonly components: {
    readonly securitySchemes: Record<string, Record<string, unknown>>;
    readonly responses: Record<string, DocumentedAnswer>;
  };
}

const WORKBENCH = buildOpenApiDocument(readSchemas(), 'workbench') as unknown as Pick<
  ReferenceDocument,
  'paths' | 'components'
>;

function documentOf(site: TestReference): ReferenceDocument {
  return JSON.parse(site.get('/openapi.json').body) as ReferenceDocument;
}

/** The headers of an answer, which may be described once for all operations. */
function headersOf(
  { components }: Pick<ReferenceDocument, 'components'>,
  answer: DocumentedAnswer,
) {
  const name = answer.$ref?.split('/').at(-1) ?? '';
  return (components.responses[name] ?? answer).headers ?? {};
}

function operationsIn(document: Pick<ReferenceDocument, 'paths'>) {
  return Object.values(document.paths).flatMap((item) => Object.values(item));
}

const DOCUMENTS = [
  ['ledger', documentOf(sites.plain)],
  ['workbench', WORKBENCH],
] as const;

test.each(DOCUMENTS)(
  'of the %s, names each answer that says when to repeat the request',
  (_api, document) => {
    for (const { operationId, responses } of operationsIn(document)) {
      const repeated = Object.entries(responses)
        .filter(([, answer]) => 'Retry-After' in headersOf(document, answer))
        .map(([status]) => status);
      const row: Operation = operations[operationId as keyof typeof operations];
      const isUnsealed = row.refuses.includes('evidence_not_sealed');
      expect(repeated).toEqual([...(isUnsealed ? ['404'] : []), '429', '503', '504']);
    }
  },
);

test.each(DOCUMENTS)(
  'of the %s, names an internal error, and the correlation id of each answer',
  (_api, document) => {
    for (const { responses } of operationsIn(document)) {
      expect(Object.keys(responses)).toContain('500');
      for (const answer of Object.values(responses)) {
        expect(headersOf(document, answer)).toHaveProperty('X-Correlation-ID');
      }
    }
  },
);

test('says of each list that answers an array where it ends', () => {
  const rows: Readonly<Record<string, Operation>> = operations;
  const arrays = operationsIn(documentOf(sites.plain)).filter(
    ({ operationId }) => rows[operationId]?.list === 'array',
  );

  expect(arrays.length).toBeGreaterThan(8);
  for (const { description } of arrays) {
    expect(description).toContain('at most 1,000 records');
    expect(description).toContain('`X-Next-Cursor`');
  }
});

test.each(Object.entries(sites))('the document of %s is valid OpenAPI 3.0', async (_name, site) => {
  const { valid, errors } = await new Validator().validate({ ...documentOf(site) });

  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
});

test('the document of the identity service is valid, and public on purpose', async () => {
  const document = buildIdentityDocument();
  const { errors } = await new Validator().validate({ ...document });
  const endpoints = Object.values(document.paths).flatMap((item) => Object.values(item));

  expect(errors).toBeUndefined();
  expect(endpoints.map(({ security }) => security)).toEqual(endpoints.map(() => []));
});

test.each(Object.entries(sites))('every operation of %s needs a token', (_name, site) => {
  const found = operationsIn(documentOf(site));

  expect(found).toHaveLength(
    Object.values(operations).filter(({ api }) => api === 'ledger').length,
  );
  for (const { security } of found) {
    expect(security.length).toBeGreaterThan(0);
    expect(security.every((one) => Object.keys(one).length === 1)).toBe(true);
  }
});

test('the routes of the reference itself are not published', () => {
  expect(
    Object.keys(documentOf(sites.plain).paths).filter((path) => !path.startsWith('/api/')),
  ).toEqual([]);
});

test('the server is the absolute address of the API, whatever a client sends', () => {
  const headers = { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' };
  const { body } = sites.signingIn.get('/openapi.json', headers);

  expect((JSON.parse(body) as ReferenceDocument).servers).toMatchObject([
    { url: 'https://api.bank.example/prod' },
  ]);
  expect(body).not.toContain('evil');
});

test('one machine has no certificate', () => {
  const { body } = sites.plain.get('/openapi.json', { 'X-Forwarded-Proto': 'http' });

  expect((JSON.parse(body) as ReferenceDocument).servers).toMatchObject([
    { url: 'http://api.bank.example/prod' },
  ]);
  expect(documentOf(sites.plain).servers).toMatchObject([{ url: 'https://api.bank.example/prod' }]);
});

test('the introduction says how lists end, what is limited, and names every permission', () => {
  const { description } = documentOf(sites.plain).info;
  const permissions = new Set(Object.values(operations).flatMap((row) => listPermissions(row)));

  for (const name of ['`next_cursor`', '`Link`', '`X-Next-Cursor`']) {
    expect(description).toContain(name);
  }
  for (const limit of ['1 MiB', '15 seconds', '100 items', '200 requests a second', '400']) {
    expect(description).toContain(limit);
  }
  expect(description).toContain('`Retry-After`');
  expect(permissions.size).toBeGreaterThan(5);
  for (const permission of permissions) expect(description).toContain(`\`${permission}\``);
});

test('what the introduction says of limits is what a stage has by default', () => {
  const { description } = documentOf(sites.plain).info;
  const { tenantLimit, functionTimeoutSeconds } = readStage('stage', {});

  expect(description).toContain(`${tenantLimit.requestsPerSecond} requests a second`);
  expect(description).toContain(`bursts of ${tenantLimit.burst}`);
  expect(description).toContain(`at most ${functionTimeoutSeconds} seconds`);
});

test('without an identity provider only the bearer token is offered', () => {
  for (const site of [sites.plain, sites.cognito]) {
    expect(Object.keys(documentOf(site).components.securitySchemes)).toEqual(['bearer']);
    expect(site.get('/docs').headers?.['Content-Security-Policy']).toContain("connect-src 'self';");
  }
});

test('with an identity provider, signing in requests the scope that the operation needs', () => {
  const document = documentOf(sites.signingIn);
  const byName = new Map(operationsIn(document).map((one) => [one.operationId, one.security]));

  expect(document.components.securitySchemes['operator']).toMatchObject({
    type: 'oauth2',
    'x-client-id': 'api-reference',
    flows: {
      authorizationCode: {
        authorizationUrl: 'https://id.bank.example/prod/auth',
        tokenUrl: 'https://id.bank.example/prod/token',
        scopes: {
          'countinghouse/finance.read': expect.any(String),
          'countinghouse/finance.write': expect.any(String),
        },
      },
    },
  });
  expect(byName.get('createAccount')).toEqual([
    { bearer: [] },
    { operator: ['countinghouse/finance.write'] },
  ]);
});

// What the pipeline reads from an event of the gateway: who calls, and under which address.
import { describe, expect, test } from '@jest/globals';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import {
  readAddress,
  readBasePath,
  readCaller,
  readParameters,
} from '../../functions/runtime/request.ts';

const IN_FIVE_MINUTES = Math.floor(Date.now() / 1_000) + 300;
const AUTHORIZED = {
  tenant_id: 'acme',
  sub: 'ada',
  kind: 'OPERATOR',
  scope: 'finance.read  finance.write ',
  expires_at: String(IN_FIVE_MINUTES),
};

const read = (authorizer: object | null | undefined) =>
  readCaller({ requestContext: { authorizer } } as unknown as APIGatewayProxyEvent);

test('reads the caller from what the authorizer has recognized', () => {
  expect(read(AUTHORIZED)).toEqual({
    tenant: 'acme',
    subject: 'ada',
    kind: 'OPERATOR',
    scopes: new Set(['finance.read', 'finance.write']),
    expiresAt: new Date(IN_FIVE_MINUTES * 1_000),
  });
});

test.each([null, undefined, {}])('%j recognizes no one', (authorizer) => {
  expect(() => read(authorizer)).toThrow(expect.objectContaining({ code: 'unauthorized' }));
});

describe.each(['tenant_id', 'sub', 'expires_at'])('without a valid %s', (name) => {
  test.each<[unknown]>([[undefined], [null], [''], [['acme']], [{}]])(
    'as %j, it is refused',
    (value) => {
      const authorizer = { ...AUTHORIZED, [name]: value };

      expect(() => read(authorizer)).toThrow(expect.objectContaining({ code: 'unauthorized' }));
    },
  );
});

test.each(['soon', String(Math.floor(Date.now() / 1_000) - 1), '-1', 'NaN'])(
  'a token until %s has ended',
  (expires_at) => {
    const authorizer = { ...AUTHORIZED, expires_at };

    expect(() => read(authorizer)).toThrow(expect.objectContaining({ code: 'unauthorized' }));
  },
);

test.each([undefined, '', 'operator', 'ADMINISTRATOR', 'SERVICE'])(
  'a caller of the kind %j is a service: only persons are operators',
  (kind) => {
    expect(read({ ...AUTHORIZED, kind }).kind).toBe('SERVICE');
  },
);

test.each([undefined, '', ' ', 7])('the scope %j permits nothing', (scope) => {
  expect(read({ ...AUTHORIZED, scope }).scopes).toEqual(new Set());
});

test.each([
  ['/production/api/accounts', '/api/accounts', '/production'],
  ['/production/api/accounts/', '/api/accounts', '/production'],
  ['/bank/ledger/api/accounts/acc_1', '/api/accounts/{accountId}', '/bank/ledger'],
  ['/api/accounts', '/api/accounts', ''],
  ['/', '/', ''],
])('at %s, what precedes %s is %j', (path, resource, base) => {
  const event = { requestContext: { path }, path, resource } as unknown as APIGatewayProxyEvent;

  expect(readBasePath(event)).toBe(base);
});

test.each([
  ['bank.example', '/production/api/accounts', 'https', 'https://bank.example/production'],
  ['bank.example', '/api/accounts', 'https', 'https://bank.example'],
  ['127.0.0.1:4000', '/api/accounts', 'http', 'http://127.0.0.1:4000'],
  [undefined, '/api/accounts', 'https', '.'],
])('the address of %s at %s is by %s', (domainName, path, protocol, address) => {
  const headers = { 'X-Forwarded-Proto': protocol };
  const event = { headers, resource: '/api/accounts', path, requestContext: { domainName, path } };

  expect(readAddress(event as unknown as APIGatewayProxyEvent)).toBe(address);
});

const pathOf = (resource: string, path: string, pathParameters: object | null) =>
  readParameters({ resource, path, pathParameters } as unknown as APIGatewayProxyEvent).path;

// As a REST API of API Gateway passes them, and as tools on one machine do.
test.each([
  ['encoded', { productId: 'giro%2F1', ruleId: '50%25%20off' }],
  ['decoded', { productId: 'giro/1', ruleId: '50% off' }],
])('path parameters that arrive %s are what the caller means', (_how, given) => {
  const resource = '/api/products/{productId}/rules/{ruleId}';

  expect(pathOf(resource, '/bank/api/products/giro%2F1/rules/50%25%20off', given)).toEqual({
    productId: 'giro/1',
    ruleId: '50% off',
  });
});

test('a parameter takes the rest of the path, or nothing', () => {
  const resource = '/api/evidence/tile/{tile+}';

  expect(pathOf(resource, '/api/evidence/tile/0/x001/067/', null)).toEqual({ tile: '0/x001/067' });
  expect(pathOf('/api/accounts', '/api/accounts', null)).toEqual({});
  expect(pathOf('/api/receipts/{key}', '/api/receipts/%zz', null)).toEqual({ key: '%zz' });
});

import { expect, test } from '@jest/globals';
import { RouteTable } from '../../../local/gateway/route-table.ts';

const routes = new RouteTable<string>();
for (const route of [
  'GET /',
  'GET /accounts',
  'GET /accounts/{id}',
  'POST /accounts/batch',
  'GET /accounts/{id}/entries',
  'GET /accounts/special/limits',
  'ANY /files/{path+}',
  'GET /files/index',
]) {
  const [method = '', path = ''] = route.split(' ');
  routes.add(method, path, route);
}

test.each<[string, string, string | undefined, Record<string, string>]>([
  ['GET', '/', 'GET /', {}],
  ['GET', '/accounts', 'GET /accounts', {}],
  ['GET', '/accounts/', 'GET /accounts', {}],
  ['POST', '/accounts', undefined, {}],
  ['HEAD', '/accounts', undefined, {}],
  ['GET', '/accounts/7', 'GET /accounts/{id}', { id: '7' }],
  ['GET', '/accounts/a%2Fb%20c%00', 'GET /accounts/{id}', { id: 'a%2Fb%20c%00' }],
  ['GET', '/accounts//', undefined, {}],
  ['GET', '//accounts', undefined, {}],
  ['GET', '/%61ccounts', 'GET /accounts', {}],
  ['POST', '/accounts/batch', 'POST /accounts/batch', {}],
  // The literal path takes precedence even where it does not support the method.
  ['GET', '/accounts/batch', undefined, {}],
  ['GET', '/accounts/special/limits', 'GET /accounts/special/limits', {}],
  ['GET', '/accounts/special/entries', 'GET /accounts/{id}/entries', { id: 'special' }],
  ['GET', '/accounts/__proto__', 'GET /accounts/{id}', { id: '__proto__' }],
  ['PUT', '/files/a/b/c', 'ANY /files/{path+}', { path: 'a/b/c' }],
  ['TRACE', '/files/a', undefined, {}],
  ['GET', '/files/index', 'GET /files/index', {}],
  ['GET', '/files', undefined, {}],
  ['GET', '/nowhere', undefined, {}],
])('resolves %s %s to %s', (method, path, target, pathParameters) => {
  const expected = target === undefined ? undefined : { target, pathParameters };

  expect(routes.find(method, path)).toEqual(expected);
});

test('throws a URIError for malformed percent-encoding', () => {
  expect(() => routes.find('GET', '/accounts/%zz')).toThrow(URIError);
});

test('requires one name per position of a path', () => {
  expect(() => routes.add('GET', '/accounts/{other}/x', '')).toThrow('that another path names id');
});

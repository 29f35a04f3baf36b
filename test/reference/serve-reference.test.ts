import { afterAll, expect, test } from '@jest/globals';
import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expectError } from '../support/contract/contract.ts';
import { buildReference, ISSUER } from '../support/contract/reference.ts';

/** The operations of webhooks have taken the last four thousand. */
const REFERENCE_BYTES_MAX = 525_000;
const LAMBDA_ANSWER_BYTES_MAX = 6 * 1024 * 1024;

const site = buildReference([ISSUER]);
afterAll(() => site.remove());

const names = readdirSync(join(site.folder, 'docs'));
const hashed = names.filter((name) => /\.[0-9a-f]{16}\.\w+$/.test(name));

/** The files that the page loads, as a browser finds them. */
function loaded(): string[] {
  const assets = [...site.get('/docs').body.matchAll(/(?:src|href)="(docs\/[^"]+)"/g)];
  return ['/docs', '/openapi.json', ...assets.map(([, path]) => `/${path}`)];
}

test('the page loads existing files by relative addresses', () => {
  const { statusCode, headers, body } = site.get('/docs');

  expect([statusCode, headers?.['Content-Type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(loaded()).toHaveLength(7);
  expect(loaded().map((path) => site.get(path).statusCode)).toEqual(Array(7).fill(200));
  expect(body).not.toMatch(/(?:src|href)="(?:\/|https?:)/);
  expect(body).not.toMatch(/<script>|<style|style=| on\w+=/);
});

test('the page with all its files takes at most half a megabyte compressed', () => {
  const sizes = loaded().map((path) => gzipSync(site.get(path).body).length);

  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(REFERENCE_BYTES_MAX);
  const answers = loaded().map((path) => Buffer.byteLength(JSON.stringify(site.get(path))));
  expect(Math.max(...answers)).toBeLessThan(LAMBDA_ANSWER_BYTES_MAX);
});

test('every answer restricts the browser to its own origin and the token endpoint', () => {
  for (const path of loaded()) {
    expect(site.get(path).headers).toMatchObject({
      'Content-Security-Policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
        "connect-src 'self' https://id.bank.example; frame-ancestors 'none'; base-uri 'none'; " +
        "form-action 'none'",
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
    });
  }
});

test('a file whose name holds its hash is cached for ever, all others are revalidated', () => {
  expect(hashed).toHaveLength(4);
  for (const name of names) {
    const cached = site.get(`/docs/${name}`).headers?.['Cache-Control'];
    const isHashed = hashed.includes(name);
    expect(cached).toBe(isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
  }
  expect(site.get('/docs').headers?.['Cache-Control']).toBe('no-cache');
  expect(site.get('/openapi.json').headers?.['Cache-Control']).toBe('no-cache');
});

test.each(['/docs', '/openapi.json', '/docs/oauth2-redirect.html'])(
  '%s is not sent again to a browser that has it',
  (path) => {
    const etag = String(site.get(path).headers?.['ETag']);

    expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
    for (const known of [etag, `"other", ${etag}`, etag.slice(2)]) {
      const { statusCode, headers, body } = site.get(path, { 'If-None-Match': known });
      expect([statusCode, headers?.['ETag'], body]).toEqual([304, etag, '']);
    }
    expect(site.get(path, { 'if-none-match': '"other"' }).statusCode).toBe(200);
  },
);

test.each([
  'nothing.js',
  '',
  '.',
  '..',
  '../openapi-ledger.json',
  '..\\docs.html',
  '../../serve-reference/index.mjs',
  '/etc/passwd',
  '%2e%2e%2fdocs.html',
  'oauth2-redirect.html\0.js',
  '__proto__',
  'constructor',
])('there is no asset %j', (name) => {
  const { statusCode, headers, body } = site.get(`/docs/${name}`, { 'x-correlation-id': 'flow-7' });
  if (name === '') return expect(statusCode).toBe(308);

  expectError(JSON.parse(body), 404);
  expect(JSON.parse(body)).toMatchObject({ code: 'route_not_found', correlation_id: 'flow-7' });
  expect(headers?.['X-Correlation-ID']).toBe('flow-7');
});

test('redirects a trailing slash, which would break relative addresses', () => {
  const { statusCode, headers } = site.get('/docs/');

  expect([statusCode, headers?.['Location']]).toEqual([308, '../docs']);
});

test.each([
  ['/', './docs'],
  ['', './prod/docs'],
])('the links of the address that ends in %j lead to the parts of the API', (path, reference) => {
  const program = JSON.parse(site.get(path).body);
  const person = site.get(path, { Accept: 'text/html' });

  expect(program.links.reference).toBe(reference);
  expect(person.body).toContain(`<a href="${reference}">API reference</a>`);
  // No console is configured here.
  expect(program.links).not.toHaveProperty('console');
  expect(JSON.stringify(person)).not.toContain('Access-Control');
  expect(person.headers?.['Vary']).toBe('Accept');
});

test('the page of an address runs nothing and loads nothing but its icon', () => {
  const { body, headers } = site.get('/', { accept: 'text/html' });
  const [, style = ''] = /<style>([^]*)<\/style>/.exec(body) ?? [];
  const digest = hash('sha256', style, 'base64');

  expect(headers?.['Content-Security-Policy']).toBe(
    `default-src 'none'; img-src 'self'; style-src 'sha256-${digest}'; ` +
      "frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  );
  expect(body).not.toMatch(/<script|style=| on\w+=/);
});

test('the files of the published packages have the expected content', () => {
  const types = Object.fromEntries(
    names.map((name) => [name, site.get(`/docs/${name}`).headers?.['Content-Type']]),
  );

  expect(types).toMatchObject({
    'favicon.svg': 'image/svg+xml',
    'oauth2-redirect.html': 'text/html; charset=utf-8',
    'oauth2-redirect.js': 'text/javascript; charset=utf-8',
    LICENSE: 'text/plain; charset=utf-8',
  });
  const script = hashed.find((name) => name.startsWith('swagger-ui-bundle.')) ?? '';
  expect(site.get(`/docs/${script}`).body).toBe(
    readFileSync(join(site.folder, 'docs', script), 'utf8'),
  );
});

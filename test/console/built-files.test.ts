// What the browser loads: within its budget, from this host only, and nothing inlined that the content security
// policy refuses.
import { gzipSync } from 'node:zlib';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { buildConsole } from '../../local/console/console-build.ts';
import { startConsole } from '../../local/console/console-server.ts';
import { findFreePort } from '../../local/http/free-port.ts';

const SCRIPT_BYTES_MAX = 420_000;
const STYLE_BYTES_MAX = 220_000;

interface BuiltChunk {
  readonly file: string;
  readonly src?: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
  readonly isEntry?: boolean;
  readonly isDynamicEntry?: boolean;
}

let folder: string;
let chunks: Record<string, BuiltChunk>;

beforeAll(async () => {
  ({ folder } = await buildConsole());
  chunks = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'));
});

function listWithImports(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const imported of chunks[name]?.imports ?? []) listWithImports(imported, found);
  return found;
}

function measure(files: Iterable<string>): number {
  const sizes = [...new Set(files)].map(
    (file) => gzipSync(readFileSync(join(folder, file))).length,
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

const listPages = () =>
  Object.entries(chunks).flatMap(([name, { isDynamicEntry, src }]) =>
    isDynamicEntry === true && src?.endsWith('-page.tsx') ? [name] : [],
  );

test('each page is a chunk of its own, and with it the first page keeps to its budget', () => {
  const routes = globSync(join(import.meta.dirname, '../../console/src/pages/*/route.ts'));
  const pages = routes.flatMap((file) =>
    readFileSync(file, 'utf8').match(/lazyRouteComponent\(\s*\(/g),
  );
  const worker = globSync('assets/session-worker-*.js', { cwd: folder });
  expect(listPages()).toHaveLength(pages.length);
  expect(worker).toHaveLength(1);

  for (const page of listPages()) {
    const loaded = [...listWithImports('index.html', listWithImports(page))];
    const scripts = [...loaded.map((name) => chunks[name]?.file ?? ''), ...worker];
    const styles = loaded.flatMap((name) => chunks[name]?.css ?? []);
    expect([page, measure(scripts) <= SCRIPT_BYTES_MAX]).toEqual([page, true]);
    expect([page, measure(styles) <= STYLE_BYTES_MAX]).toEqual([page, true]);
  }
});

test('the page to which sign-ins return loads next to nothing', () => {
  const loaded = [...listWithImports('callback.html')].map((name) => chunks[name]?.file ?? '');

  expect(measure(loaded)).toBeLessThan(3_000);
});

// Names of formats, and addresses in messages for developers; no browser asks them for anything.
const MENTIONED =
  /^http:\/\/(?:www\.w3\.org\/|localhost$|127\.0\.0\.1$)|^https:\/\/react\.dev\/errors\/|^https:\/\/github\.com\/date-fns\/date-fns\/blob\//;

test('no file names another host', () => {
  const files = globSync('**/*.{html,js,css,svg}', { cwd: folder });
  const addresses = files.flatMap((file) => [
    ...readFileSync(join(folder, file), 'utf8').matchAll(/https?:\/\/[\w.-]+[\w/.-]*/g),
  ]);
  const foreign = addresses
    .map(([address]) => address)
    .filter((address) => !MENTIONED.test(address));

  expect(files.length).toBeGreaterThan(8);
  expect(foreign).toEqual([]);
});

test('pages have no script, style or handler of their own', () => {
  for (const page of ['index.html', 'callback.html']) {
    const html = readFileSync(join(folder, page), 'utf8');
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=/);
    expect(html).not.toMatch(/(?:src|href)="(?!\/)/);
  }
});

test('files are served with the headers of the policy, and every other address is the console', async () => {
  const port = await findFreePort();
  const addresses = {
    base_url: 'https://ledger.bank.example/prod',
    workbench_url: 'https://workbench.bank.example/prod',
    auth_url: 'https://auth.bank.example/prod',
  };
  const downloads = ['https://files.bank.example'];
  const server = await startConsole({ folder, port, clientId: 'console', addresses, downloads });
  const get = (path: string, method = 'GET') => fetch(`${server.origin}${path}`, { method });
  const [page, deep, callback, settings, asset, missing, posted] = await Promise.all([
    get('/'),
    get('/accounts/acc_1?x=1'),
    get('/callback.html?code=1'),
    get('/config.json'),
    get(`/${chunks['index.html']?.file}`),
    get('/assets/none.js'),
    get('/', 'POST'),
  ]);
  const settingsBody = await settings.json();
  const [pageText, deepText] = [await page.text(), await deep.text()];
  await server.stop();

  expect(deepText).toBe(pageText);
  expect(settingsBody).toEqual({ ...addresses, client_id: 'console' });
  expect(page.headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; " +
      "font-src 'self' data:; img-src 'self' data: blob:; connect-src 'self' " +
      'https://ledger.bank.example https://workbench.bank.example https://auth.bank.example ' +
      "https://files.bank.example; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; " +
      "require-trusted-types-for 'script'; trusted-types session-worker",
  );
  for (const answer of [page, deep, callback, settings, asset]) {
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('strict-transport-security')).toBeNull();
  }
  expect(page.headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
  expect(callback.headers.get('cross-origin-opener-policy')).toBeNull();
  expect(page.headers.get('cache-control')).toBe('no-cache');
  expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect([missing.status, posted.status]).toEqual([404, 405]);
});

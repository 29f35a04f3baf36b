// Serves the built console as CloudFront does: the same files, headers and addresses.
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { globSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import {
  buildContentSecurityPolicy,
  CALLBACK_PATH,
  IMMUTABLE_CACHING,
  NO_CACHING,
  OPENER_POLICY,
  REFERRER_POLICY,
  SITE_FILES,
} from '../../lib/constructs/console/site-headers.ts';
import { KEEP_ALIVE_MS } from '../http/endpoint.ts';
import { listenOnLoopback } from '../http/loopback.ts';

export interface ConsoleAddresses {
  readonly base_url: string;
  readonly workbench_url: string;
  readonly auth_url: string;
}

export interface ConsoleServerOptions {
  /** The folder of the built files. */
  readonly folder: string;
  readonly port: number;
  readonly clientId: string;
  readonly addresses: ConsoleAddresses;
  /** The origins of the links by which files are downloaded. */
  readonly downloads: readonly string[];
}

export interface ConsoleServer {
  readonly origin: string;
  stop(): Promise<void>;
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
};

interface ServedFile {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

export async function startConsole(options: ConsoleServerOptions): Promise<ConsoleServer> {
  const files = readFiles(options);
  const answer = (request: IncomingMessage, response: ServerResponse) =>
    sendFile(files, request, response);
  const servers = await listenOnLoopback(
    () => createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, answer),
    options.port,
  );
  return {
    origin: `http://localhost:${options.port}`,
    stop: async () => {
      for (const server of servers) {
        const closed = new Promise((resolve) => server.close(resolve));
        server.closeAllConnections();
        await closed;
      }
    },
  };
}

// All in memory: a build is a few megabytes, and another build may remove its folder.
function readFiles(options: ConsoleServerOptions): ReadonlyMap<string, ServedFile> {
  const { folder, addresses, downloads, clientId } = options;
  const apis = Object.values(addresses).map((url: string) => new URL(url).origin);
  const policy = buildContentSecurityPolicy([...apis, ...downloads]);
  const built = globSync('**/*.*', { cwd: folder }).map((name): [string, Buffer] => [
    `/${name}`,
    readFileSync(join(folder, name)),
  ]);
  const settings = Buffer.from(JSON.stringify({ ...addresses, client_id: clientId }));
  const files = [...built, ['/config.json', settings] as const]
    .filter(([path]) => SITE_FILES.test(path))
    .map(([path, body]): [string, ServedFile] => [
      path,
      { body, headers: buildHeaders(path, policy) },
    ]);
  return new Map(files);
}

function buildHeaders(path: string, policy: string): Record<string, string> {
  return {
    'Content-Type': MEDIA_TYPES[extname(path)] ?? 'application/octet-stream',
    'Cache-Control': path.startsWith('/assets/') ? IMMUTABLE_CACHING : NO_CACHING,
    'Content-Security-Policy': policy,
    'Referrer-Policy': REFERRER_POLICY,
    'X-Content-Type-Options': 'nosniff',
    ...(path !== CALLBACK_PATH && { 'Cross-Origin-Opener-Policy': OPENER_POLICY }),
  };
}

function sendFile(
  files: ReadonlyMap<string, ServedFile>,
  { method, url = '/' }: IncomingMessage,
  response: ServerResponse,
): void {
  if (method !== 'GET' && method !== 'HEAD') {
    return void response.writeHead(405, { Allow: 'GET, HEAD' }).end();
  }
  const [path = '/'] = url.split('?');
  const file = files.get(SITE_FILES.test(path) ? path : '/index.html');
  if (file === undefined) return void response.writeHead(404).end();
  response.writeHead(200, { ...file.headers, 'Content-Length': file.body.byteLength });
  response.end(method === 'HEAD' ? undefined : file.body);
}

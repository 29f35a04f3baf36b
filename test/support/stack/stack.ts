// The whole product on one machine: the synthesized template, real HTTP, real tokens.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { chooseEngine } from '../../../local/engines/engine.ts';
import { startLocal } from '../../../local/start/start.ts';
import type { LocalDeployment } from '../../../local/start/start.ts';
import { buildLedgerConnection } from '../../../commands/verification/connect.ts';
import type { StageSettings } from '../../../lib/config/stage-settings.ts';
import { SETTINGS as stage } from '../../../stages/test.ts';
import { assembleForRun } from './templates.ts';
import { readRunIssuer, signToken } from './token-issuer.ts';
import { expectVerified } from '../invariants/verification.ts';

export interface StackAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: any; // oxlint-disable-line typescript/no-explicit-any
}

export interface RequestOptions {
  readonly token?: string | null;
  /** A value becomes JSON; a string is sent as it is. */
  readonly body?: unknown;
  readonly key?: string | null;
  readonly headers?: Record<string, string>;
  /** The called API; the ledger's by default. */
  readonly api?: 'ledger' | 'workbench';
}

export interface TestStack {
  readonly local: LocalDeployment;
  readonly baseUrl: string;
  /** Signs an access token; the given claims replace the defaults. */
  token(claims?: Record<string, unknown>, header?: Record<string, unknown>): Promise<string>;
  request(method: string, path: string, options?: RequestOptions): Promise<StackAnswer>;
  get(path: string, options?: RequestOptions): Promise<StackAnswer>;
  post(path: string, body: unknown, options?: RequestOptions): Promise<StackAnswer>;
  /** The lines of a log of the runner, such as `access-test-ledger`; only of a stack that keeps its data. */
  readLog(name: string): Record<string, unknown>[];
  /** Stops the runner and starts it again on the same data. */
  restart(): Promise<void>;
  /** The calls that were denied because the role of the function does not allow them. */
  readonly denials: string[];
  /** Stops the product, and fails if the ledger has differences or a call was denied. */
  stop(): Promise<void>;
}

export interface TestStackOptions {
  readonly keepsData?: boolean;
  /** Values of the stage in addition to those of all stacks. */
  readonly settings?: Partial<StageSettings>;
}

// So large that a called function stays loaded.
const limits = { perFunction: 4, inAll: 160, idle: 144 };

export async function startTestStack({
  keepsData = false,
  settings = {},
}: TestStackOptions = {}): Promise<TestStack> {
  const folder = await mkdtemp(join(tmpdir(), 'countinghouse-'));
  const { issuer, key } = await readRunIssuer();
  const assembly = await assembleFor(issuer, settings);
  const engine = chooseEngine(process.env['DYNAMODB_ENGINE']);
  const denials: string[] = [];
  const dataFolder =
    process.env['TEST_STACK_FOLDER'] ?? (keepsData ? join(folder, 'data') : undefined);
  const start = () =>
    startLocal({
      assembly,
      engine,
      dataFolder,
      enforcesRoles: true,
      // A test that needs the function of a rule calls it.
      scheduledRules: false,
      limits,
      // Only ends a call that hangs, on however busy a machine.
      timeoutFactor: 10,
      log: (line) => line.startsWith('Policy: ') && denials.push(line),
    });
  let local = await start();

  const token = (claims = {}, header = {}) =>
    signToken(key, { ...buildClaims(issuer), ...claims }, header);
  const standard = await token();

  const request = async (method: string, path: string, options: RequestOptions = {}) => {
    const { body, token: bearer = standard, key: idempotencyKey = randomUUID() } = options;
    const { base_url, workbench_url } = local.urls;
    const origin = options.api === 'workbench' ? workbench_url : base_url;
    const isMutation = method !== 'GET' && method !== 'HEAD';
    const answer = await fetch(`${origin}${path}`, {
      method,
      headers: {
        ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
        ...(isMutation && idempotencyKey !== null && { 'idempotency-key': idempotencyKey }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, body: parseJson(text) };
  };
  return {
    get local() {
      return local;
    },
    baseUrl: local.urls.base_url ?? '',
    denials,
    token,
    request,
    get: (path, options) => request('GET', path, options),
    post: (path, body, options) => request('POST', path, { ...options, body }),
    readLog(name) {
      const text = readFileSync(join(String(dataFolder), 'log', `${name}.ndjson`), 'utf8');
      return text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
    },
    restart: async () => {
      await local.stop();
      local = await start();
    },
    stop: async () => {
      try {
        await expectVerified(buildLedgerConnection(local));
        expect(denials).toEqual([]);
      } finally {
        await local.stop();
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

/** A tenant that may send one request a second, after three at once. */
export const LIMITED_TENANT = 'limited';
const OWN_LIMITS = { [LIMITED_TENANT]: { requestsPerSecond: 1, burst: 3 } };

/**
 * A placeholder for the issuer of a run, so that the synthesized template is the same for all runs and can be
 * cached.
 */
const ISSUER = 'http://localhost/issuer.test';

// All stacks of a run with the same settings have the same template.
function assembleFor(issuer: string, more: Partial<StageSettings>): Promise<string> {
  const issuers = [{ issuer: ISSUER, jwks_uri: `${ISSUER}/jwks`, audience: 'countinghouse' }];
  const tenants = { ...stage.tenants, ownLimits: OWN_LIMITS };
  return assembleForRun(
    { stage: 'test', settings: { issuers, tenants, canary: 'watches', ...more } },
    (folder) => {
      for (const file of globSync(join(folder, '*.template.json'))) {
        writeFileSync(file, readFileSync(file, 'utf8').replaceAll(ISSUER, issuer));
      }
    },
  );
}

function buildClaims(iss: string) {
  const now = Math.floor(Date.now() / 1000);
  return {
    iss,
    aud: 'countinghouse',
    sub: 'ada',
    client_id: 'test',
    tenant_id: 'acme',
    scope: 'finance.read finance.write finance.approve configuration.write',
    iat: now,
    // Longer than any test: the real lifetime is that of the identity service.
    exp: now + 3_600,
    jti: randomUUID(),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

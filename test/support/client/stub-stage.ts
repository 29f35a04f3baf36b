// A stage that answers the programs of a user as a test says, with a profile and a sign-in there.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { writeProfile, writeSignIn } from '../../../commands/selection/profiles.ts';

const ROOT = join(import.meta.dirname, '../../..');

export interface StubAnswer {
  readonly status: number;
  readonly body: object;
}

export interface StubRequest {
  readonly path: string;
  readonly key: string | undefined;
  readonly body: string;
}

export interface StubStage {
  /** The folder that is the home of the user, for files too. */
  readonly home: string;
  /** Sets the answer of each request, the last one for all that follow; without one the connection is cut. */
  readonly answerWith: (...answers: readonly (StubAnswer | undefined)[]) => void;
  /** Lists the requests since the answers were set. */
  readonly listRequests: () => readonly StubRequest[];
  /** Runs a program of the repository with the profile; its input is what `write` writes, or empty. */
  readonly run: (
    program: string,
    words: readonly string[],
    write?: (input: NodeJS.WritableStream) => void,
  ) => Promise<{ readonly code: number | null; readonly out: string; readonly error: string }>;
  readonly stop: () => void;
}

export const COUNTINGHOUSE = 'commands/countinghouse/main.ts';

/** Starts the stage. The issuer of its tokens is at the same address, and grants none. */
export async function startStubStage(): Promise<StubStage> {
  const home = mkdtempSync(join(tmpdir(), 'home-'));
  let answers: readonly (StubAnswer | undefined)[] = [];
  let requests: StubRequest[] = [];
  const server = createServer((request, response) => {
    const { url = '', headers } = request;
    if (url === '/') return void response.writeHead(400).end('{"error":"invalid_grant"}');
    void text(request).then((body) => {
      requests.push({ path: url, key: headers['idempotency-key']?.toString(), body });
      const answer = answers[Math.min(requests.length, answers.length) - 1];
      if (answer === undefined) return void request.socket.destroy();
      response
        .writeHead(answer.status, { 'content-type': 'application/json' })
        .end(JSON.stringify(answer.body));
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  await signIn(home, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return {
    home,
    answerWith: (...next) => {
      answers = next;
      requests = [];
    },
    listRequests: () => requests,
    run: (program, words, write = (input) => void input.end()) =>
      runProgram(home, [join(ROOT, program), ...words, '--profile', 'stub'], write),
    stop: () => {
      rmSync(home, { recursive: true });
      server.close();
      server.closeAllConnections();
    },
  };
}

async function signIn(home: string, url: string): Promise<void> {
  const usualHome = process.env['HOME'];
  process.env['HOME'] = home;
  await writeProfile('stub', {
    // With a slash, as the stacks print them.
    base_url: `${url}/`,
    workbench_url: `${url}/`,
    auth_url: url,
    client_id: 'command',
    redirect_uri: 'http://127.0.0.1:9/callback',
  });
  const expiresAtMs = Date.now() + 3_600_000;
  const tokens = { accessToken: 'token', expiresAtMs, refreshToken: 'refresh' };
  await writeSignIn(url, { name: 'ada', clientId: 'command', tokenEndpoint: url, tokens });
  process.env['HOME'] = usualHome;
}

function runProgram(
  home: string,
  words: readonly string[],
  write: (input: NodeJS.WritableStream) => void,
) {
  const child = spawn(process.execPath, words, { env: { ...process.env, HOME: home } });
  // A program may end before it has read its input.
  child.stdin.on('error', () => undefined);
  write(child.stdin);
  const result = { out: '', error: '' };
  child.stdout.on('data', (chunk) => (result.out += String(chunk)));
  child.stderr.on('data', (chunk) => (result.error += String(chunk)));
  return new Promise<{ code: number | null; out: string; error: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, ...result })),
  );
}

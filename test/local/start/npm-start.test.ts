import { afterAll, expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryFolder } from '../fixture.ts';
import { engineProcesses } from '../processes.ts';

const folder = temporaryFolder();
const running: ReturnType<typeof npmStart>[] = [];
afterAll(async () => {
  running.forEach(({ child }) => child.kill('SIGKILL'));
  folder.remove();
});

// Stands still for a moment once it is said to be ready, as on a busy machine: a signal may come in between.
const BUSY = `const write = process.stdout.write.bind(process.stdout);
process.stdout.write = (text, ...rest) => {
  const written = write(text, ...rest);
  if (String(text).includes('Ready in')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
  return written;
};`;

/** The program of `npm start -- flags`. */
function npmStart(...flags: string[]) {
  const file = join(import.meta.dirname, '../../../bin/local.ts');
  const busy = `--import=data:text/javascript,${encodeURIComponent(BUSY)}`;
  const child = spawn(process.execPath, [busy, file, '--data', folder.path, ...flags]);
  let output = '';
  child.stdout.on('data', (text) => (output += String(text)));
  child.stderr.on('data', (text) => (output += String(text)));
  const ended = new Promise<{ code: number | null; output: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, output }));
  });
  const ready = async () => {
    while (!output.includes('Ready in') && child.exitCode === null) await sleep(50);
    if (!output.includes('Ready in')) throw new Error(`It ended: ${output}`);
    return output;
  };
  return { child, ended, ready };
}

function start(...flags: string[]) {
  const started = npmStart(...flags);
  running.push(started);
  return started;
}

const stackFile = join(folder.path, 'stack.json');
const engines = () => engineProcesses(folder.path);

test('npm start runs the application until it is stopped', async () => {
  const { child, ended, ready } = start();

  const output = await ready();
  const stack = JSON.parse(readFileSync(stackFile, 'utf8')) as { base_url: string };
  const response = await fetch(`${stack.base_url}/api/accounts`);

  expect(output).toMatch(/curl -i -H .* http:\/\/localhost:\d+\/api\/accounts/);
  expect(output).toContain(` ${stack.base_url}/api/accounts`);
  expect(output).toMatch(/ maker@aurora +op_[\w-]{36} +finance\.read finance\.write\n/);
  const [, site = ''] = / console +(http:\/\/localhost:\d+)\n/.exec(output) ?? [];
  expect(await (await fetch(`${site}/config.json`)).json()).toMatchObject({
    base_url: stack.base_url,
  });
  expect(response.status).toBe(401);
  expect(await response.json()).toMatchObject({ statusCode: 401, code: 'unauthorized' });

  const second = await start().ended;
  expect(second).toMatchObject({
    code: 1,
    output: expect.stringContaining('Another runner (process'),
  });

  child.kill('SIGINT');
  expect((await ended).code).toBe(0);
  expect(existsSync(stackFile)).toBe(false);
  expect(engines()).toEqual([]);
});

test('a killed runner ends its engine and leaves no lock', async () => {
  const killed = start();
  await killed.ready();
  killed.child.kill('SIGKILL');
  await killed.ended;
  while (engines().length > 0) await sleep(20);

  const { ended, ready } = start('--fresh');
  expect(await ready()).toContain('(5 created)');

  engines().forEach((engine) => process.kill(engine, 'SIGKILL'));
  const { code, output } = await ended;
  expect(code).toBe(1);
  expect(output).toMatch(/The DynamoDB engine [\w-]+ ended with .*\. Start again/);
});

test('names a requested port that is in use', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const { code, output } = await start('--port', String(port - 1)).ended;
  server.close();

  expect(code).toBe(1);
  expect(output).toMatch(/^Port \d+ is taken by another program\.\n$/);
});

test('ends with a sentence on a full disk, and frees its ports', async () => {
  // No file may grow beyond four kilobytes: the lock fits, and what the synthesis writes does not.
  const full = temporaryFolder();
  const file = join(import.meta.dirname, '../../../bin/local.ts');
  const limited = 'ulimit -f 8; exec "$0" "$@"';
  const child = spawn('sh', ['-c', limited, process.execPath, file, '--data', full.path]);
  let output = '';
  child.stdout.on('data', (text) => (output += String(text)));
  child.stderr.on('data', (text) => (output += String(text)));
  const code = await new Promise((resolve) => child.once('close', resolve));

  expect({ code, output }).toEqual({
    code: 1,
    output:
      `The data folder ${full.path} cannot be written: a file there may not grow any larger. ` +
      'Free some space or select another folder with --data, then start again.\n',
  });
  // No lock, and nothing that says that a stack runs.
  expect(readdirSync(full.path)).toEqual(['cdk.out', 'dynamodb']);
  full.remove();
});

test.each([
  ['--port', 'many', '--port takes a number from 1 to 65525, not "many".'],
  ['--setting', 'combining=yes', '--setting takes NAME=VALUE, the value in JSON'],
  ['--parameters', 'Given=x', '--parameters takes STACK:NAME=VALUE, not "Given=x".'],
  [
    '--console-port=4412 --port',
    '4410',
    '--console-port 4412 is a port of the APIs, which have 4410 to 4412.',
  ],
])('refuses %s %s as wrong words', async (flag, value, sentence) => {
  const { code, output } = await start(...flag.split(' '), value).ended;

  expect(code).toBe(2);
  expect(output).toContain(sentence);
});

test('a parameter that no stack has is refused, and not kept for later starts', async () => {
  const { code, output } = await start('--parameters', 'nowhere:Given=x').ended;

  expect(code).toBe(1);
  expect(output).toContain('There is no stack nowhere');
  expect(existsSync(join(folder.path, 'parameters.json'))).toBe(false);
});

test('a setting of the stage applies to the start', async () => {
  const { child, ended, ready } = start('--fresh', '--setting', 'combining=true');

  expect(await ready()).toContain('(6 created)');

  child.kill('SIGINT');
  expect((await ended).code).toBe(0);
});

test('refuses a setting that no stage has', async () => {
  const unknown = await start('--setting', 'combined=true').ended;

  expect(unknown).toEqual({
    code: 1,
    output: 'The application could not be synthesized.\nunknown members of the stage: combined\n',
  });
});

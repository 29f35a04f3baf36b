// The access log of an API names the error of a function that gave no answer, as API Gateway does.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { integration, restApi, startFixture, temporaryFolder } from '../fixture.ts';

const FUNCTIONS = {
  answering: "export const handler = async () => ({ statusCode: 200, body: 'heard' });",
  failing: 'export const handler = async () => { throw new Error(\'no "money"\'); };',
  mistaken: 'export const handler = async () => ({ status: 200 });',
};
const FORMAT =
  '{"path":"$context.path","status":"$context.status","error":"$context.integration.error"}';

const data = temporaryFolder();
let fixture: Awaited<ReturnType<typeof startFixture>>;
beforeAll(async () => {
  const paths = Object.keys(FUNCTIONS).map((name) => [`/${name}`, { get: integration(name) }]);
  const body = { openapi: '3.0.3', paths: Object.fromEntries(paths) };
  const { ledgerStage: stage, ...others } = restApi('ledger', body);
  const Properties = { ...stage?.Properties, AccessLogSetting: { Format: FORMAT } };
  const resources = { ...others, ledgerStage: { Type: 'AWS::ApiGateway::Stage', Properties } };
  fixture = await startFixture(FUNCTIONS, resources, { dataFolder: data.path });
});
afterAll(async () => {
  await fixture.stop();
  data.remove();
});

/** The line of the path, which is written once the answer is sent. */
async function readLine(path: string): Promise<unknown> {
  for (;;) {
    const file = join(data.path, 'log', 'access-ledger.ndjson');
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
    const found = lines.map((line) => JSON.parse(line)).find((line) => line.path === path);
    if (found !== undefined) return found;
    await sleep(10);
  }
}

test.each([
  ['answering', '200', '-'],
  ['failing', '502', 'no "money"'],
  ['mistaken', '502', 'malformed proxy response'],
])('the line of a function that is %s', async (name, status, error) => {
  await (await fetch(`${Object.values(fixture.origins)[0]}/${name}`)).text();

  expect(await readLine(`/${name}`)).toEqual({
    path: `/${name}`,
    status,
    error: expect.stringContaining(error),
  });
});

// The rules of CloudFormation by which releases are replayed.
import { expect, test } from '@jest/globals';
import { DeploymentReplay, listRetainedNames } from '../../../tools/releases/deployment-replay.ts';
import type { InventoriedResource, InventoriedStack } from '../../../tools/releases/inventory.ts';

const QUEUE: InventoriedResource = { type: 'AWS::SQS::Queue', name: 'failures' };
const LOGS: InventoriedResource = { type: 'AWS::Logs::LogGroup', name: '/logs', isRetained: true };
const UNNAMED: InventoriedResource = { type: 'AWS::Logs::LogGroup', isRetained: true };

const stack = (
  name: string,
  resources: InventoriedStack['resources'],
  links: Partial<InventoriedStack> = {},
): InventoriedStack => ({ name, resources, exports: {}, imports: [], ...links });

function replay(...releases: InventoriedStack[][]): string[] {
  const account = new DeploymentReplay();
  return releases.flatMap((release) => account.deploy(release));
}

test('a release that adds and removes named resources goes both ways', () => {
  const [before, after] = [[stack('main', {})], [stack('main', { Queue: QUEUE })]];

  expect(replay(before, after, before, after)).toEqual([]);
});

test('what is retained keeps its name, so that the second deployment is refused', () => {
  const [before, after] = [[stack('main', {})], [stack('main', { Logs: LOGS })]];

  expect(replay(before, after, before)).toEqual([]);
  expect(replay(before, after, before, after)).toEqual([
    'main/Logs: AWS::Logs::LogGroup /logs exists already (retained from main/Logs)',
  ]);
  expect(listRetainedNames(after)).toEqual(['main/Logs: AWS::Logs::LogGroup /logs']);
});

test('what is retained without a name of its own is in no way', () => {
  const [before, after] = [[stack('main', {})], [stack('main', { Logs: UNNAMED })]];

  expect(replay(before, after, before, after)).toEqual([]);
  expect(listRetainedNames(after)).toEqual([]);
});

test('a stage that was deleted can be deployed again, if it retains no names', () => {
  const account = new DeploymentReplay();
  const release = [stack('main', { Queue: QUEUE, Logs: UNNAMED })];
  account.deploy(release);
  account.destroy();
  expect(account.deploy(release)).toEqual([]);

  const retaining = [stack('other', { Logs: LOGS })];
  account.deploy(retaining);
  account.destroy();
  expect(account.deploy(retaining)).toHaveLength(1);
});

test('a named resource cannot move between nested stacks, or to a stack that is deployed earlier', () => {
  const nested = replay(
    [stack('main', { 'One/Queue': QUEUE })],
    [stack('main', { 'Two/Queue': QUEUE })],
  );
  const earlier = replay(
    [stack('first', {}), stack('second', { Queue: QUEUE })],
    [stack('first', { Queue: QUEUE }), stack('second', {})],
  );

  expect(nested).toEqual([
    'main/Two/Queue: AWS::SQS::Queue failures exists already (main/One/Queue)',
  ]);
  expect(earlier).toHaveLength(1);
});

test('a logical id keeps its type, and a named resource what CloudFormation can only replace', () => {
  const typed = replay([stack('main', { It: QUEUE })], [stack('main', { It: LOGS })]);
  const replaced = replay(
    [stack('main', { It: { ...QUEUE, fixed: 'false' } })],
    [stack('main', { It: { ...QUEUE, fixed: 'true' } })],
  );
  const renamed = replay(
    [stack('main', { It: QUEUE })],
    [stack('main', { It: { ...QUEUE, name: 'x' } })],
  );

  expect(typed).toEqual([
    'main/It: the type cannot change from AWS::SQS::Queue to AWS::Logs::LogGroup',
  ]);
  expect(replaced).toEqual([
    'main/It: AWS::SQS::Queue failures would be replaced, and its name is fixed',
  ]);
  expect(renamed).toEqual([]);
});

test('an export stays as long as another stack imports it', () => {
  const exporting = (exports: Record<string, string>) => stack('data', {}, { exports });
  const importing = (...imports: string[]) => stack('api', {}, { imports });
  const before = [exporting({ table: 'a' }), importing('table')];

  expect(replay(before, [exporting({ table: 'b' }), importing('table')])).toEqual([
    'data: the export table is in use by api',
  ]);
  expect(replay(before, [exporting({}), importing()])).toEqual([
    'data: the export table is in use by api',
  ]);
  expect(
    replay(before, [exporting({ table: 'a' }), importing()], [exporting({}), importing()]),
  ).toEqual([]);
  expect(replay([exporting({}), importing('table')])).toEqual(['api: nothing exports table']);
});

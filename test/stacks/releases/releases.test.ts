// Deploys the previous release, this one and both again, as an upgrade and its rollback do (docs/upgrades.md).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { isObject } from '../../../local/cloudformation/template.ts';
import { DeploymentReplay, listRetainedNames } from '../../../tools/releases/deployment-replay.ts';
import { readInventory } from '../../../tools/releases/inventory.ts';
import type { ReleaseInventory } from '../../../tools/releases/inventory.ts';
import { readKeptRelease, RELEASE_CONTEXT } from '../../../tools/releases/kept-release.ts';
import { assembleForRun } from '../../support/stack/templates.ts';

let folder: string;
let release: ReleaseInventory;
beforeAll(async () => {
  folder = await assembleForRun({ ...RELEASE_CONTEXT });
  release = readInventory(folder);
});

test('the previous release, this one and both again can be deployed over each other', () => {
  const account = new DeploymentReplay();
  const previous = readKeptRelease();

  expect(Object.keys(previous[0]?.resources ?? {}).length).toBeGreaterThan(5);
  expect([previous, release, previous, release].flatMap((one) => account.deploy(one))).toEqual([]);
});

test('a stage that was deleted can be deployed again', () => {
  const account = new DeploymentReplay();

  expect(account.deploy(release)).toEqual([]);
  account.destroy();
  expect(account.deploy(release)).toEqual([]);
});

test('nothing that is retained has a name that the next of its kind needs', () => {
  const resources = release.flatMap((stack) => Object.values(stack.resources));

  // Logs, tables, keys and buckets.
  expect(resources.filter(({ isRetained }) => isRetained).length).toBeGreaterThan(150);
  expect(listRetainedNames(release)).toEqual([]);
});

interface StackArtifact {
  readonly type: string;
  readonly properties: {
    readonly terminationProtection?: boolean;
    readonly tags?: Record<string, string>;
  };
}

function readStacks(): Record<string, StackArtifact['properties']> {
  const { artifacts } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as {
    artifacts: Record<string, StackArtifact>;
  };
  const stacks = Object.entries(artifacts).filter(([, { type }]) => type.endsWith(':stack'));
  return Object.fromEntries(stacks.map(([name, { properties }]) => [name, properties]));
}

test('the stacks with data, keys or logs of evidence cannot be deleted by mistake', () => {
  const protectedStacks = Object.entries(readStacks()).filter(
    ([, one]) => one.terminationProtection,
  );

  expect(protectedStacks.map(([name]) => name).sort()).toEqual(
    ['data', 'evidence', 'identity', 'projections'].map(
      (part) => `countinghouse-production-${part}`,
    ),
  );
});

test('every stack, nested ones included, has the tags of its stage and area', () => {
  for (const [name, { tags }] of Object.entries(readStacks())) {
    expect(tags).toEqual({
      'countinghouse:stage': 'production',
      'countinghouse:area': name.replace('countinghouse-production-', ''),
    });
  }
  const ledger = JSON.parse(
    readFileSync(join(folder, 'countinghouse-production-ledger.template.json'), 'utf8'),
  ) as { Resources: Record<string, { Type: string; Properties: unknown }> };
  const areas = Object.values(ledger.Resources)
    .filter(({ Type }) => Type === 'AWS::CloudFormation::Stack')
    .map(({ Properties }) => (isObject(Properties) ? Properties.Tags : undefined));
  expect(areas.length).toBeGreaterThan(5);
  expect(areas).toEqual(
    areas.map(() => [
      { Key: 'countinghouse:stage', Value: 'production' },
      { Key: 'countinghouse:area', Value: expect.stringMatching(/^[a-z-]+$/) },
    ]),
  );
  expect(new Set(areas.map((tags) => JSON.stringify(tags))).size).toBe(areas.length);
});

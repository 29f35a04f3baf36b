import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { toKebabCase, operations } from '../../../functions/operations/operations.ts';
import { synthesizeTemplates } from '../../support/stack/templates.ts';
import type { SynthesizedTemplates } from '../../support/stack/templates.ts';

const runbook = readFileSync(join(import.meta.dirname, '../../../docs/runbook.md'), 'utf8');

/** Alarms that only some stages have: test/stacks/api/combining-template.test.ts. */
const OF_SETTINGS = ['intents-throttled'];

let templates: SynthesizedTemplates;
beforeAll(async () => {
  templates = await synthesizeTemplates('production');
});

test('the runbook names exactly the existing alarms', () => {
  const alarms = templates
    .ofType('AWS::CloudWatch::Alarm')
    .map(({ Properties }) => String(Properties.AlarmName).replace(/^production-/, ''));
  const ofOperations = new Set(Object.keys(operations).map(toKebabCase));
  const own = [...alarms.filter((name) => !ofOperations.has(name)), ...OF_SETTINGS];
  const named = [...runbook.matchAll(/`([a-z]+(?:-[a-z0-9]+)*)`/g)].map(([, name]) => name);

  expect(own.filter((name) => !named.includes(name))).toEqual([]);
  const alarmLike = named.filter((name = '') =>
    /-(errors|slow|late|failed|failures|throttled)$/.test(name),
  );
  expect(alarmLike.filter((name = '') => !own.includes(name))).toEqual([]);
});

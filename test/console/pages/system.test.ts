// What the state of the deployment means, and which commands administer it.
import { expect, test } from '@jest/globals';
import type { Operator } from '../../../client/client.ts';
import { commands } from '../../../commands/administration/commands.ts';
import {
  isAdministeredHere,
  listOperatorCommands,
  listTenantCommands,
} from '../../../console/src/pages/admin/command-lines.ts';
import { describeHolder } from '../../../console/src/pages/admin/holder-names.ts';
import {
  describeLag,
  describeReadModel,
  describeVerification,
} from '../../../console/src/pages/system/system-findings.ts';
import { READ_MODEL_NAMES } from '../../../functions/domain/projections/projector.ts';

const NOW = new Date('2026-11-20T12:00:00.000Z');
const VERIFIED = { verified_at: '2026-11-20T02:00:00.000Z', finished: true, differences: 0 };

test.each([
  ['before the first', undefined, 'pending', /^Not verified yet$/],
  ['without a difference', VERIFIED, 'success', /^No differences$/],
  ['with one', { ...VERIFIED, differences: 1 }, 'error', /^1 difference$/],
  ['with more', { ...VERIFIED, differences: 2, finished: false }, 'error', /^2 differences$/],
  ['that had no time', { ...VERIFIED, finished: false }, 'warning', /^Not finished$/],
  [
    'of two nights ago',
    { ...VERIFIED, verified_at: '2026-11-18T23:59:00.000Z' },
    'warning',
    /^Overdue$/,
  ],
] as const)('a verification %s', (_name, verification, level, text) => {
  const finding = describeVerification(verification, NOW);

  expect(finding.level).toBe(level);
  expect(finding.text).toMatch(text);
  expect(finding.advice).toMatch(/\.$/);
});

test('a projection that is late is marked', () => {
  const at = (lag_seconds: number) =>
    describeLag({ projection_name: 'general_ledger', lag_seconds });

  expect(at(0)).toEqual({ level: 'success', text: 'Up to date' });
  expect(at(0.4)).toEqual({ level: 'in-progress', text: '1 second behind' });
  expect(at(60)).toEqual({ level: 'in-progress', text: '60 seconds behind' });
  expect(at(61)).toEqual({ level: 'warning', text: '61 seconds behind' });
});

test('every read model has a name', () => {
  const unnamed = READ_MODEL_NAMES.filter((name) => describeReadModel(name) === name);

  expect(unnamed).toEqual([]);
  expect(describeReadModel('of_a_later_version')).toBe('of_a_later_version');
});

const JANE: Operator = {
  id: 'op_5b0f2c7e-9d3a-4f61-8c2b-7e1a4d6f9b03',
  kind: 'OPERATOR',
  preferred_username: 'jane.doe@aurora',
  issuer: 'https://id.example',
  first_seen_at: '2026-11-20T09:30:00.000Z',
  last_seen_at: '2026-11-20T09:30:00.000Z',
};
const PREFIX = 'npm run admin -- ';

test('the commands to copy are commands that exist, with the words that they take', () => {
  const lines = [...listTenantCommands('aurora'), ...listOperatorCommands(JANE, 'aurora')];
  const missing = lines.filter(({ command }) => {
    const words = command.replace(PREFIX, '').split(' ');
    const count = words[0] === 'audit' ? 1 : 2;
    const known = commands[words.slice(0, count).join(' ')];
    return known === undefined || words.length - count < known.words;
  });

  expect(lines).toHaveLength(16);
  expect(lines.every(({ command }) => command.startsWith(PREFIX))).toBe(true);
  expect(missing).toEqual([]);
  expect(lines.map(({ command }) => command)).toContain(
    `${PREFIX}operator reset-factors jane.doe@aurora`,
  );
});

test.each(['jane@aurora; rm -rf ~', '$(id)@aurora', "jane'@aurora", '--stage', ''])(
  'the name %j gets into no command',
  (preferred_username) => {
    const lines = listOperatorCommands({ ...JANE, preferred_username }, 'aurora');

    expect(lines.map(({ command }) => command)).toContain(`${PREFIX}operator disable NAME@aurora`);
    expect(lines.filter(({ command }) => !/^[\w@.: -]+$/.test(command))).toEqual([]);
  },
);

test('who is administered elsewhere has no commands here', () => {
  const other = { ...JANE, id: '9b3e-cognito' };
  const service: Operator = { ...JANE, id: 'svc_1', kind: 'SERVICE' };

  expect([isAdministeredHere(other), isAdministeredHere(service)]).toEqual([false, true]);
  expect(listOperatorCommands(other, 'aurora')).toEqual([]);
  expect(listOperatorCommands(service, 'aurora')).toEqual([]);
});

test('a holder is named as far as the directory does', () => {
  const { preferred_username: _none, ...unnamed } = JANE;

  expect(describeHolder({ ...JANE, name: 'Jane Doe' })).toBe('Jane Doe');
  expect(describeHolder(JANE)).toBe('jane.doe@aurora');
  expect(describeHolder(unnamed)).toBe('op_…6f9b03');
  expect(describeHolder({ ...unnamed, forgotten_at: JANE.first_seen_at })).toBe('Name removed');
});

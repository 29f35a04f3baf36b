// Texts, addresses and identifiers of the console.
import { afterEach, expect, test } from '@jest/globals';
import { appText } from '../../console/src/app/app-messages.ts';
import { defineMessages, transformMessages } from '../../console/src/i18n/messages.ts';
import {
  checkSearch,
  formatSearch,
  isOneOf,
  isText,
  listDroppedParameters,
  parseSearch,
} from '../../console/src/routing/search-parameters.ts';
import { OPERATOR_PERMISSIONS, readPermissions } from '../../console/src/session/permissions.ts';
import { shortenIdentifier } from '../../console/src/values/identifiers.ts';
import { formatInstant } from '../../console/src/values/instants.ts';
import { PERMISSIONS } from '../../functions/identity/permissions.ts';

afterEach(() => transformMessages((text) => text));

const text = defineMessages({
  plain: 'Accounts',
  named: '{page} of {product}',
  shown: { one: '{count} account', other: '{count} accounts' },
});

test('a text takes its values, and its plural form by the count', () => {
  expect(text('plain')).toBe('Accounts');
  expect(text('named', { page: 'Inbox', product: '{page}' })).toBe('Inbox of {page}');
  expect(text('shown', { count: 1 })).toBe('1 account');
  expect(text('shown', { count: 1_200 })).toBe(`${(1_200).toLocaleString()} accounts`);
});

test('another language changes texts and keeps values', () => {
  transformMessages((given) => `[${given.replace(/a/g, 'á')}]`);

  expect(text('named', { page: 'abc', product: 'x' })).toBe('abc[ of ]x');
  expect(appText('signIn')).toBe('[Sign in]');
});

const check = checkSearch({ status: isOneOf(['ACTIVE', 'FROZEN']), name: isText(3) });

test.each([
  ['?status=ACTIVE&name=Ada', { status: 'ACTIVE', name: 'Ada' }, []],
  ['?status=active', {}, ['status']],
  ['?status=FROZEN&name=Augusta&from=7', { status: 'FROZEN' }, ['name', 'from']],
  ['?name=', {}, ['name']],
  ['', {}, []],
])('of the address %j the page takes %j and drops %j', (address, taken, dropped) => {
  expect(check(parseSearch(address))).toEqual(taken);
  expect(listDroppedParameters(address, taken)).toEqual(dropped);
});

test('an address that was read is written alike', () => {
  const search = '?name=A%26b&status=ACTIVE';
  expect(formatSearch(parseSearch(search))).toBe(search);
  expect(formatSearch({ status: undefined, name: '' })).toBe('');
});

test('identifiers are short, and differ where their originals differ', () => {
  expect(shortenIdentifier('acc_01936f2e-5b1c-7c3a-9d41-6f2f7e1b2a00')).toBe('acc_…1b2a00');
  expect(shortenIdentifier('core-000471100')).toBe('…471100');
  expect(shortenIdentifier('cash')).toBe('cash');
});

test('instants are shown in the zone of the institution, and name it', () => {
  const shown = formatInstant('2026-11-20T23:30:05.123Z', 'Europe/Berlin', 'en-GB');

  expect(shown).toBe('21 Nov 2026, 00:30:05 CET');
});

test('the console knows the permissions of the identity service', () => {
  expect(OPERATOR_PERMISSIONS).toEqual(PERMISSIONS);
  expect(readPermissions('openid finance.read internal.worker audit.read')).toEqual([
    'finance.read',
    'audit.read',
  ]);
});

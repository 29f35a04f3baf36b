// Keys and identifiers lead to the pages that the operator may see.
import { expect, test } from '@jest/globals';
import { listGoKeys, listNavigation } from '../../console/src/app/shell/navigation.ts';
import { findRecordAddress } from '../../console/src/routing/record-address.ts';
import { OPERATOR_PERMISSIONS } from '../../console/src/session/permissions.ts';

const ROUTES = [
  '/',
  '/accounts',
  '/accounts/$accountId',
  '/journal',
  '/inbox/{-$requestId}',
  '/config/schemas/$schemaId',
  '/config/webhooks/$webhookId',
];

test('each page of the menu has a letter of its own, which does not depend on permissions', () => {
  const keys = listGoKeys(OPERATOR_PERMISSIONS);
  const paths = [...keys].map(([letter, { path }]) => [letter, path]);

  expect(paths).toEqual(
    expect.arrayContaining([
      ['i', '/inbox'],
      ['a', '/accounts'],
      ['j', '/journal'],
      ['p', '/post/transfer'],
    ]),
  );
  expect(keys.size).toBe(listNavigation(OPERATOR_PERMISSIONS).length);
  const ofAuditor = listGoKeys(['audit.read']);
  expect(ofAuditor.size).toBe(listNavigation(['audit.read']).length);
  expect(ofAuditor.size).toBeGreaterThan(5);
  for (const [letter, { path }] of ofAuditor) expect(paths).toContainEqual([letter, path]);
  expect(ofAuditor.has('i')).toBe(false);
});

test.each([
  ['acc_01936f2e', '/accounts/acc_01936f2e'],
  ['far_1', '/inbox/far_1'],
  ['sch_1', '/config/schemas/sch_1'],
  ['whk_1', '/config/webhooks/whk_1'],
  ['wfl_1', undefined],
  ['chg_a/b', '/inbox/chg_a%2Fb'],
  // No page of these routes shows a single entry, or a batch.
  ['jrn_1', undefined],
  ['bat_1', undefined],
  ['acc_', undefined],
  ['constructor_1', undefined],
  ['core-000471100', undefined],
])('the identifier %s leads to %s', (id, address) => {
  expect(findRecordAddress(id, ROUTES)).toBe(address);
});

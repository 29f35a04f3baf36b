// A template of the institution becomes what an operator would type.
import { expect, test } from '@jest/globals';
import type { Account } from '../../../client/client.ts';
import { buildEntryBody, findDraftFaults } from '../../../console/src/pages/post/entry-draft.ts';
import {
  fillTemplate,
  listPlaceholders,
} from '../../../console/src/pages/post/templates/filled-template.ts';
import type { EntryTemplate } from '../../../console/src/pages/post/templates/filled-template.ts';

const template: EntryTemplate = {
  id: 'ptm_1',
  name: 'Rent of the branch',
  description: 'Rent',
  lines: [
    { account_code: '5000', side: 'DEBIT', placeholder: 'rent' },
    { account_code: '5100', side: 'DEBIT', amount: '1250.50' },
    { account_code: '1000', side: 'CREDIT', placeholder: 'whole' },
  ],
  postings: [
    { account_id: 'acc_1', direction: 'CREDIT', placeholder: 'rent', reference: 'Rent' },
    { direction: 'DEBIT', placeholder: 'rent' },
  ],
};
const account = { id: 'acc_1', name: 'Ada', currency: 'EUR' } as Account;

test('asks once for each amount that differs', () => {
  expect(listPlaceholders(template)).toEqual(['rent', 'whole']);
});

test('fills in what was typed and what is the same each time', () => {
  const amounts = new Map([
    ['rent', '100.00'],
    ['whole', '1350.50'],
  ]);
  const draft = { ...fillTemplate(template, amounts, [account]), effectiveDate: '' };

  expect(draft.postings).toMatchObject([
    { account, accountText: 'Ada', amount: '100.00', reference: 'Rent' },
    { account: undefined, accountText: '', direction: 'DEBIT' },
  ]);
  expect(findDraftFaults(draft)).toEqual({ 'template-posting-1.account': 'faultAccount' });
  const chosen = { ...draft, postings: draft.postings.slice(0, 1) };
  expect(findDraftFaults(chosen)).toEqual({});
  expect(buildEntryBody(chosen)).toEqual({
    description: 'Rent',
    ledger_lines: [
      { account_code: '5000', debit_amount: '100.00' },
      { account_code: '5100', debit_amount: '1250.50' },
      { account_code: '1000', credit_amount: '1350.50' },
    ],
    account_postings: [
      {
        account_id: 'acc_1',
        direction: 'CREDIT',
        amount: '100.00',
        currency: 'EUR',
        reference: 'Rent',
      },
    ],
  });
});

test('an amount may have any name that the API takes', () => {
  const line = { account_code: '5000', side: 'DEBIT', placeholder: 'constructor' } as const;
  const built = { ...template, lines: [line], postings: [] };

  expect(listPlaceholders(built)).toEqual(['constructor']);
  expect(fillTemplate(built, new Map(), []).lines).toMatchObject([{ debit: '' }]);
});

// Posting templates as they are typed, and as an entry becomes one.
import { expect, test } from '@jest/globals';
import {
  describeTemplate,
  findTemplateFaults,
  placeTemplateFaults,
  toTemplateInput,
} from '../../../../console/src/pages/config/templates/template-draft.ts';
import { EMPTY_LINE, EMPTY_POSTING } from '../../../../console/src/pages/post/entry-draft.ts';
import {
  buildTemplate,
  isPlaceholder,
  listAmounts,
  NO_CHOICES,
} from '../../../../console/src/pages/post/templates/new-template.ts';
import { defineTemplate } from '../../../../functions/domain/journal/posting-templates.ts';

const TIME = '2026-11-20T12:00:00.000Z';
const content = {
  name: 'Rent',
  lines: [
    { account_code: '1000', side: 'DEBIT' as const, placeholder: 'rent' },
    { account_code: '2000', side: 'CREDIT' as const, amount: '1250.00' },
  ],
  postings: [
    { account_id: 'acc_1', direction: 'CREDIT' as const, amount: '1250.00', reference: 'May' },
    { direction: 'DEBIT' as const, placeholder: 'rent' },
  ],
};
const saved = { ...content, id: 'ptm_1', version: 3, created_at: TIME, updated_at: TIME };

test('a template that is shown and sent again is the same', () => {
  const input = toTemplateInput(saved);
  expect(findTemplateFaults(input)).toEqual({});
  expect(describeTemplate(input)).toEqual(content);
});

test('what is missing is named at its field', () => {
  const empty = toTemplateInput(undefined);
  expect(Object.keys(findTemplateFaults(empty)).toSorted()).toEqual([
    'CREDIT.amount',
    'CREDIT.code',
    'DEBIT.amount',
    'DEBIT.code',
    'name',
  ]);
  const input = toTemplateInput(saved);
  const [line, ...lines] = input.lines.map((each) => ({ ...each, placeholder: 'Rent of May' }));
  const [posting, ...postings] = input.postings.map((each) => ({ ...each, accountId: '' }));
  const faults = findTemplateFaults({
    ...input,
    lines: line === undefined ? lines : [line],
    postings: posting === undefined ? postings : [{ ...posting, amount: '0.00' }],
  });
  expect(Object.keys(faults).toSorted()).toEqual([
    'line-0.amount',
    'lines',
    'posting-0.account',
    'posting-0.amount',
  ]);
});

test('what the API requires stands at the row from which it comes', () => {
  const faults = placeTemplateFaults(toTemplateInput(saved), [
    { path: ['lines', '1', 'account_code'], requirement: 'must be of the chart' },
    { path: ['postings', '0', 'reference'], requirement: 'must be shorter' },
    { path: ['postings', '1'], requirement: 'must have an amount' },
    { path: ['lines'], requirement: 'cannot balance' },
    { path: ['name'], requirement: 'must be shorter' },
  ]);
  expect(faults).toEqual({
    'line-1.code': 'This must be of the chart.',
    'posting-0.reference': 'This must be shorter.',
    'posting-1.amount': 'This must have an amount.',
    lines: 'This cannot balance.',
    name: 'This must be shorter.',
  });
});

test('an entry becomes a template that asks for what differs each time', () => {
  const account = {
    id: 'acc_1',
    name: 'Ada',
    currency: 'EUR',
    status: 'ACTIVE',
    balance: '0.00',
    version: 1,
    created_at: TIME,
    updated_at: TIME,
  } as const;
  const entry = {
    lines: [
      { ...EMPTY_LINE, id: 'a', code: '1000', debit: '1,250.00' },
      { ...EMPTY_LINE, id: 'b', code: '2000', credit: '1250' },
    ],
    postings: [{ ...EMPTY_POSTING, id: 'p', account, amount: '1250.00', reference: 'May' }],
    description: ' Rent ',
    effectiveDate: '2026-11-20',
  };
  expect(listAmounts(entry)).toEqual(['1250.00']);
  const choices = { name: ' Rent ', placeholders: { '1250.00': 'rent' }, openPostings: [0] };
  const template = buildTemplate(entry, choices);
  expect(template).toEqual({
    name: 'Rent',
    description: 'Rent',
    lines: [
      { account_code: '1000', side: 'DEBIT', placeholder: 'rent' },
      { account_code: '2000', side: 'CREDIT', placeholder: 'rent' },
    ],
    postings: [{ direction: 'CREDIT', placeholder: 'rent', reference: 'May' }],
  });
  expect(defineTemplate(template)).toMatchObject({ name: 'Rent' });
  expect(buildTemplate(entry, { ...NO_CHOICES, name: 'Rent' }).postings).toEqual([
    { account_id: 'acc_1', direction: 'CREDIT', amount: '1250.00', reference: 'May' },
  ]);
  expect(['', 'rent_2', 'Rent', '2rent', 'r ent'].map(isPlaceholder)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

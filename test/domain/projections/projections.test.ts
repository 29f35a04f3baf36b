// A projection depends only on the set of its events: one history in 1,000 random orders.
import { expect, test } from '@jest/globals';
import { applyToProjection } from '../../../functions/domain/projections/projector.ts';
import type {
  DomainEvent,
  ProjectedState,
  Projector,
} from '../../../functions/domain/projections/projector.ts';
import { UnreadableEventError } from '../../../functions/domain/projections/event-payload.ts';
import { projectors } from '../../../functions/domain/projections/projectors.ts';
import { fc } from '../../support/nouns/properties.ts';

let made = 0;

function event(type: string, aggregateId: string, version: number, payload: unknown): DomainEvent {
  made += 1;
  const id = `evt_${made.toString().padStart(6, '0')}`;
  const occurredAt = new Date(Date.UTC(2026, 0, 1) + made * 1_000).toISOString();
  return { id, type, aggregateId, version, occurredAt, payload };
}

const entry = (id: string, links: object = {}) =>
  event('journal_entry.posted', id, 1, { id, ledger_lines: [], ...links });

const loan = (version: number) => ({ id: 'loan_1', version, fees_outstanding: `${version}.00` });

const transaction = (id: string, type: string, amount: string, links: object = {}) => ({
  id,
  type,
  amount,
  currency: 'EUR',
  ...links,
});

const posted = (version: number, type: string, amount: string) =>
  event('loan_transaction.posted', 'loan_1', version, {
    transaction: transaction(`txn_${version}`, type, amount),
    loan: loan(version),
  });

const account = (id: string, status: string) => ({
  id,
  customer_id: 'cus#1',
  product_id: 'current',
  status,
});

const changed = (version: number, from: string | undefined, status: string) =>
  event('account.status_changed', 'acc_1', version, {
    ...account('acc_1', status),
    ...(from !== undefined && { from_status: from }),
  });

const histories: Record<string, DomainEvent[]> = {
  account_lists: [
    event('account.created', 'acc_1', 1, account('acc_1', 'ACTIVE')),
    event('account.created', 'acc_2', 1, account('acc_2', 'ACTIVE')),
    // As earlier versions stored it.
    changed(3, undefined, 'FROZEN'),
    changed(4, 'FROZEN', 'ACTIVE'),
    changed(9, 'ACTIVE', 'CLOSED'),
    event('account.metadata_replaced', 'acc_1', 1, { id: 'acc_1', metadata: {} }),
    event('loan.created', 'loan_1', 1, { product_id: 'lent', account_id: 'acc_2' }),
    event('loan.created', 'loan_2', 1, { product_id: 'lent', account_id: 'acc_2' }),
  ],
  account_name_lists: [
    event('account.created', 'acc_1', 1, { id: 'acc_1', name: ' Ådá  # Lovelace' }),
    event('account.created', 'acc_2', 1, { id: 'acc_2', name: 'n'.repeat(160) }),
    event('account.created', 'acc_3', 1, { id: 'acc_3', name: ' ' }),
    changed(2, 'ACTIVE', 'FROZEN'),
  ],
  journal_lists: [
    entry('jrn_1', {
      ledger_lines: [{ account_code: '1000' }, { account_code: '1#0' }, { account_code: '1000' }],
      account_postings: [{ reference: 'a # b' }, {}, { reference: 'a # b' }],
      posted_by: 'ada',
    }),
    entry('jrn_2', { ledger_lines: [{ account_code: '1' }], account_postings: [], posted_by: 'b' }),
  ],
  ledger_activity: [
    entry('jrn_1'),
    entry('jrn_2', { reverses_journal_entry_id: 'jrn_1', adjustment_request_id: 'far_1' }),
    entry('jrn_3', { replaces_journal_entry_id: 'jrn_1', adjustment_request_id: 'far_1' }),
    entry('jrn_4', { reverses_journal_entry_id: 'jrn_3', adjustment_request_id: 'far_2' }),
    event('account.created', 'acc_1', 1, {}),
  ],
  loan_activity: [
    event('loan.created', 'loan_1', 1, loan(1)),
    posted(2, 'DISBURSEMENT', '90071992547409930000.01'),
    posted(3, 'FEE', '0.10'),
    posted(4, 'FEE', '0.20'),
    event('loan.adjusted', 'loan_1', 5, {
      transactions: [
        transaction('txn_5', 'FEE', '0.10', { reverses_transaction_id: 'txn_3' }),
        transaction('txn_6', 'FEE', '0.15', { replaces_transaction_id: 'txn_3' }),
      ],
      loan: loan(5),
    }),
    ...Array.from({ length: 10 }, (_, index) => posted(6 + index, 'INTEREST', '1.01')),
  ],
  product_publication: [
    event('rule.created', 'current/a', 1, { id: 'a', product_id: 'current' }),
    event('product.published', 'current', 1, { id: 'current', config: { n: 1 } }),
    event('rule.updated', 'current/a', 2, { id: 'a', product_id: 'current', enabled: false }),
    event('product.published', 'current', 2, { id: 'current', config: { n: 2 } }),
    event('rule.deleted', 'current/a', 3, { id: 'a', product_id: 'current' }),
    event('rule.created', 'current/a', 4, { id: 'a', product_id: 'current' }),
    event('rule.created', 'current/b', 1, { id: 'b', product_id: 'current', enabled: false }),
  ],
};

const poison = [
  event('journal_entry.posted', 'jrn_x', 1, null),
  event('loan_transaction.posted', 'loan_1', 99, { transaction: {}, loan: [] }),
  event('loan.created', 'loan_2', 1, { id: 'loan_1' }),
  event('rule.created', 'r', 1, { enabled: true }),
  event('account.created', 'acc_x', 1, { id: 'acc_x', status: 'ACTIVE' }),
];

/** The records after the events, and the number of unreadable events. */
function fold(projector: Projector, events: readonly DomainEvent[]) {
  const records: Record<string, ProjectedState> = {};
  let unreadable = 0;
  for (const one of events) {
    try {
      for (const id of projector.touches(one)) {
        records[id] =
          applyToProjection(projector, records[id], one, id) ?? (records[id] as ProjectedState);
      }
    } catch (error) {
      if (!(error instanceof UnreadableEventError)) throw error;
      unreadable += 1;
    }
  }
  return { records, unreadable };
}

test.each(Object.entries(projectors))(
  '%s ends the same in 1,000 orders, with duplicates and unreadable events in between',
  (name, projector) => {
    const history = histories[name] ?? [];
    const inOrder = fold(projector, history).records;
    const mine = poison.filter((one) => fold(projector, [one]).unreadable > 0);
    const anyWay = fc.array(fc.constantFrom(...history), { maxLength: 20 }).chain((again) => {
      const all = [...history, ...again, ...mine];
      return fc.shuffledSubarray(all, { minLength: all.length });
    });

    expect(mine.length).toBeGreaterThan(0);
    fc.assert(
      fc.property(anyWay, (events) => {
        const { records, unreadable } = fold(projector, events);
        expect(records).toEqual(inOrder);
        expect(unreadable).toBe(mine.length);
      }),
      { numRuns: 1_000, seed: 20261120 },
    );
  },
);

test('totals are exact at any size and exclude reversed transactions', () => {
  const { records } = fold(projectors.loan_activity, histories['loan_activity'] ?? []);
  const { state } = records['loan_1'] as ProjectedState;
  const payload = projectors.loan_activity.payload(state) as Record<string, object>;

  expect(payload['totals']).toEqual({
    DISBURSEMENT: { amount: '90071992547409930000.01', count: 1, reversed: 0 },
    FEE: { amount: '0.35', count: 3, reversed: 1 },
    INTEREST: { amount: '10.10', count: 10, reversed: 0 },
  });
  expect(payload).toMatchObject({ version: 15, fees_outstanding: '15.00' });
});

test('a publication is the newest version, with the rules that exist then', () => {
  const history = histories['product_publication'] ?? [];
  const read = (count: number) => {
    const { state } = fold(projectors.product_publication, history.slice(0, count)).records[
      'current'
    ] as ProjectedState;
    return projectors.product_publication.payload(state);
  };
  const shown = (version: number, rules: number, enabled: number) =>
    expect.objectContaining({
      version,
      config: { n: version },
      rule_count: rules,
      enabled_rule_count: enabled,
    });

  // A rule may come before its product.
  expect(read(1)).toBeUndefined();
  expect([2, 3, 4, 5, 6, 7].map(read)).toEqual([
    shown(1, 1, 1),
    shown(1, 1, 0),
    shown(2, 1, 0),
    shown(2, 0, 0),
    shown(2, 1, 1),
    shown(2, 2, 1),
  ]);
});

test('a loan remembers of its versions only those that came early', () => {
  const [first, second, third] = histories['loan_activity'] ?? [];
  const read = (events: (DomainEvent | undefined)[]) => {
    const known = events.filter((one) => one !== undefined);
    return fold(projectors.loan_activity, known).records['loan_1']?.state;
  };

  expect(read([first, third])).toMatchObject({ through: 1, beyond: [3] });
  expect(read([first, third, second])).toMatchObject({ through: 3, beyond: [] });
});

test('hides an entry known only from references of other entries', () => {
  const [, reversal] = histories['ledger_activity'] ?? [];
  const { records } = fold(projectors.ledger_activity, reversal ? [reversal] : []);

  const shown = Object.entries(records).filter(
    ([, { state }]) => projectors.ledger_activity.payload(state) !== undefined,
  );
  expect(Object.keys(records).sort()).toEqual(['jrn_1', 'jrn_2']);
  expect(shown.map(([id]) => id)).toEqual(['jrn_2']);
});

test('lists an account in its present status alone, and keeps the others hidden', () => {
  const { records } = fold(projectors.account_lists, histories['account_lists'] ?? []);

  const shown = Object.keys(records).filter(
    (id) => projectors.account_lists.payload((records[id] as ProjectedState).state) !== undefined,
  );
  expect(shown.toSorted()).toEqual([
    'customer_id#cus#1#acc_1',
    'customer_id#cus#1#acc_2',
    'loan_product_id#lent#acc_2',
    'product_id#current#acc_1',
    'product_id#current#acc_2',
    'status#ACTIVE#acc_2',
    'status#CLOSED#acc_1',
  ]);
  // Only a status that the account has had has a hidden record: few accounts are ever frozen.
  expect(Object.keys(records)).toHaveLength(9);
});

test('lists an account by the start of its name', () => {
  const { records } = fold(projectors.account_name_lists, histories['account_name_lists'] ?? []);

  const listed = ['name#a#ada   lovelace\tacc_1', `name#n#${'n'.repeat(32)}\tacc_2`];
  expect(Object.keys(records).toSorted()).toEqual(listed);
});

test('lists an entry once for each code, reference and author', () => {
  const { records } = fold(projectors.journal_lists, histories['journal_lists'] ?? []);

  expect(Object.keys(records)).toEqual([
    'account_code#1000#jrn_1',
    'account_code#1#0#jrn_1',
    'reference#a # b#jrn_1',
    'posted_by#ada#jrn_1',
    'account_code#1#jrn_2',
    'posted_by#b#jrn_2',
  ]);
});

// Every noun survives a round trip through its record, and a damaged attribute is reported by name.
import { expect, test } from '@jest/globals';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { readCurrency, toMinorUnits } from '../../../functions/domain/values/money.ts';
import type { Money } from '../../../functions/domain/values/money.ts';
import { accountEntryFields } from '../../../functions/ledger/accounts/entry-items.ts';
import {
  accountMetadataFields,
  accountStateFields,
  accountTermsFields,
} from '../../../functions/ledger/accounts/items.ts';
import {
  auditEventFields,
  toAuditEventItems,
} from '../../../functions/ledger/audit-events/items.ts';
import { fromBatchItem, toBatchItem } from '../../../functions/ledger/batches/items.ts';
import { controlsFields } from '../../../functions/ledger/controls/items.ts';
import {
  generalLedgerAccountFields,
  generalLedgerSettingsFields,
  periodFields,
} from '../../../functions/ledger/general-ledger/items.ts';
import { logHeadFields, sealedMinuteFields } from '../../../functions/ledger/evidence/items.ts';
import { fromJournalItem, toJournalItem } from '../../../functions/ledger/journal/items.ts';
import {
  fromLoanItem,
  toLoanItem,
  transactionFields,
} from '../../../functions/ledger/loans/items.ts';
import * as sent from '../../../functions/ledger/webhooks/items.ts';
import { postingTemplateFields } from '../../../functions/ledger/posting-templates/items.ts';
import {
  configurationFields,
  productFields,
  ruleFields,
} from '../../../functions/ledger/products/items.ts';
import {
  fromAdjustmentItem,
  toAdjustmentItem,
} from '../../../functions/ledger/requests/adjustment-items.ts';
import {
  changeRequestFields,
  toChangeRequestItem,
} from '../../../functions/ledger/requests/change-items.ts';
import {
  generalLedgerRequestFields,
  toGeneralLedgerRequestItem,
} from '../../../functions/ledger/requests/general-ledger-items.ts';
import {
  fromLineItem,
  fromRecordItem,
  fromRowItem,
  toRecordItem,
  toRowItem,
} from '../../../functions/ledger/projections/general-ledger-items.ts';
import { fromLifecycleItem, toLifecycleItem } from '../../../functions/ledger/requests/items.ts';
import { publishedSchemaFields, schemaFields } from '../../../functions/ledger/schemas/items.ts';
import {
  count,
  hidden,
  readOptionalText,
  text,
} from '../../../functions/ledger/store/field-kinds.ts';
import { fields, viewOf } from '../../../functions/ledger/store/fields.ts';
import type { Fields } from '../../../functions/ledger/store/fields.ts';
import type { Item } from '../../../functions/ledger/store/item.ts';
import { executionFields, workflowFields } from '../../../functions/ledger/workflows/items.ts';
import { fc } from '../../support/nouns/properties.ts';
import * as audited from '../../support/nouns/audited-nouns.ts';
import * as configured from '../../support/nouns/configured-nouns.ts';
import { TENANT } from '../../support/nouns/nouns.ts';
import type { Nouns } from '../../support/nouns/nouns.ts';
import * as posted from '../../support/nouns/posted-nouns.ts';
import * as requested from '../../support/nouns/requested-nouns.ts';
import * as sealed from '../../support/nouns/sealed-nouns.ts';

interface Translation {
  readonly nouns: Nouns<unknown>;
  readonly toItem: (noun: unknown) => Item;
  readonly fromItem: (item: Item) => unknown;
}

function byFunctions<Noun>(
  nouns: Nouns<Noun>,
  toItem: (tenant: string, noun: Noun) => Item,
  fromItem: (item: Item) => Noun,
): Translation {
  return { nouns, toItem: (noun) => toItem(TENANT, noun as Noun), fromItem };
}

function byTable<Noun extends object>(
  nouns: Nouns<Noun>,
  table: Fields<Noun, object>,
): Translation {
  const keyOf = (noun: Noun) => ({ PK: `T#${TENANT}#X`, SK: 'id' in noun ? String(noun.id) : 'X' });
  return byFunctions(nouns, (_, noun) => table.toItem(keyOf(noun), noun), table.fromItem);
}

const TRANSLATIONS: Record<string, Translation> = {
  "an account's terms": byTable(posted.accountTerms, accountTermsFields),
  "an account's metadata": byTable(posted.accountMetadata, accountMetadataFields),
  "an account's state": byTable(posted.fromBalanceItem, accountStateFields),
  'an entry of an account': byTable(posted.fromEntryItem, accountEntryFields),
  'a journal entry': byFunctions(posted.fromJournalItem, toJournalItem, fromJournalItem),
  'a loan': byFunctions(posted.loan, toLoanItem, fromLoanItem),
  'a loan transaction': byTable(posted.loanTransaction, transactionFields),
  'a product': byTable(configured.product, productFields),
  'a rule': byTable(configured.rule, ruleFields),
  'a product configuration': byTable(configured.configuration, configurationFields),
  'an account of a general ledger': byTable(
    configured.generalLedgerAccount,
    generalLedgerAccountFields,
  ),
  'the settings of a general ledger': byTable(
    configured.generalLedgerSettings,
    generalLedgerSettingsFields,
  ),
  'an accounting period': byTable(configured.period, periodFields),
  'the claim of a schema': byTable(configured.fromPublishedMembers, publishedSchemaFields),
  'a schema': byTable(configured.schema, schemaFields),
  'a posting template': byTable(configured.postingTemplate, postingTemplateFields),
  'a webhook': byTable(configured.webhook, sent.webhookFields),
  'a delivery': byFunctions(configured.delivery, sent.toDeliveryItem, sent.deliveryFields.fromItem),
  'a receiver': byFunctions(
    configured.webhookHealth,
    sent.toHealthItem,
    sent.healthFields.fromItem,
  ),
  'a workflow': byTable(configured.workflow, workflowFields),
  'an execution': byTable(configured.execution, executionFields),
  'a lifecycle request': byFunctions(
    requested.fromLifecycleItem,
    toLifecycleItem,
    fromLifecycleItem,
  ),
  'an adjustment request': byFunctions(
    requested.fromAdjustmentItem,
    toAdjustmentItem,
    fromAdjustmentItem,
  ),
  'a general-ledger request': byFunctions(
    requested.generalLedgerRequest,
    toGeneralLedgerRequestItem,
    generalLedgerRequestFields.fromItem,
  ),
  'a change request': byFunctions(
    requested.changeRequest,
    toChangeRequestItem,
    changeRequestFields.fromItem,
  ),
  'the controls of a tenant': byTable(configured.controls, controlsFields),
  'a batch': byFunctions(requested.batch, toBatchItem, fromBatchItem),
  'the state of an evidence log': byTable(sealed.logHead, logHeadFields),
  'a sealed minute': byFunctions(
    sealed.sealedMinute,
    (_, noun) => sealedMinuteFields.toItem({ PK: `T#${TENANT}#X`, SK: noun.minute }, noun),
    sealedMinuteFields.fromItem,
  ),
  'an audit event': byFunctions(
    audited.auditEvent,
    (tenant, event) => toAuditEventItems(tenant, 1, event)[0] as Item,
    auditEventFields.fromItem,
  ),
};

// As DynamoDB returns it.
function kept(item: Item): Item {
  const wrapNumbers = (digits: string) => BigInt(digits);
  return unmarshall(marshall(item, { removeUndefinedValues: true }), { wrapNumbers }) as Item;
}

// Amounts are objects of functions, so they are compared by value.
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  if ('calculator' in value)
    return `${readCurrency(value as Money)} ${toMinorUnits(value as Money)}`;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, plain(part)]));
}

test.each(Object.entries(TRANSLATIONS))(
  '%s survives a round trip through its record',
  (_, translation) => {
    const { nouns, toItem, fromItem } = translation;

    fc.assert(
      fc.property(nouns.any, (noun) => {
        expect(plain(fromItem(kept(toItem(noun))))).toStrictEqual(plain(noun));
      }),
    );
  },
);

test('lines and rows of the general ledger survive a round trip through their records', () => {
  const amount = fc.bigInt(-(10n ** 40n), 10n ** 40n);
  const number = fc.bigInt(0n, 10n ** 9n);
  const sums = { debits: amount, credits: amount, difference: amount };
  const members = { ...sums, lines: number, differing: number };
  const counter = fc.record(members, { noNullPrototype: true });
  const last = { id: 'evt_1', type: 'journal_entry.posted', version: 1, occurredAt: 'now' };
  const key = { PK: `T#${TENANT}#X`, SK: 'X' };
  fc.assert(
    fc.property(counter, fc.string(), fc.bigInt(1n, 10n ** 12n), (one, period, commit) => {
      const recent = [{ commit, period, ...one }];
      const row = { counters: { [`p${period}`]: one }, commit, recent, settled: commit - 1n };
      const stored = { row, last, spans: { '00': ['jrn_1', 'jrn_2'] as const } };
      expect(fromRowItem(kept(toRowItem(key, stored)))).toStrictEqual(stored);
      const line = {
        journalEntryId: 'jrn_1',
        position: 3,
        accountCode: `#${period}`,
        currency: 'EUR',
        date: '2026-11-22',
        side: 'DEBIT',
        amount: one.lines,
        entryType: 'POSTING',
        postedAt: 'now',
        description: period,
      } as const;
      const ledger = { tenant: TENANT, generation: 1 };
      const item = toRecordItem(ledger, line, { commit, last });
      expect(fromLineItem(kept(item))).toStrictEqual({ line, commit });
      expect(fromRecordItem(kept(item))).toStrictEqual({ record: line, commit });
      const { journalEntryId, accountCode, currency, date } = line;
      const position = { journalEntryId, accountCode, currency, date };
      const difference = { ...position, expected: one.debits, found: one.credits };
      const other = toRecordItem(ledger, difference, { commit, last });
      expect(fromRecordItem(kept(other))).toStrictEqual({ record: difference, commit });
    }),
  );
});

// Besides the attributes that hold the noun: keys, and what lists filter by.
const UNREAD = [
  'PK',
  'SK',
  'by_state',
  'by_subject',
  'by_time',
  'time_order',
  'batch_type',
  'batch_status',
  'pending',
  'dead',
];

test.each(Object.entries(TRANSLATIONS))(
  'of %s every damage is reported by name',
  (_, translation) => {
    const { nouns, toItem, fromItem } = translation;

    fc.assert(
      fc.property(nouns.whole, (noun) => {
        const item = kept(toItem(noun));
        const attributes = Object.keys(item).filter((name) => !UNREAD.includes(name));
        expect(attributes.length).toBeGreaterThan(0);
        for (const name of attributes) {
          // No attribute of any noun is a set.
          const damaged = { ...item, [name]: new Set(['damaged']) };
          expect(() => fromItem(damaged)).toThrow(new RegExp(`^stored ${name} is not `));
        }
      }),
      { numRuns: 20 },
    );
  },
);

interface SampleRecord {
  readonly id: string;
  readonly size: number;
  readonly note?: string;
}

test('the compiler checks a table against its noun, and a view against the contract', () => {
  const size = count('size');
  const note = readOptionalText(text('note'));
  const things = fields<SampleRecord>()({ id: text('thing_id', 'id'), size: hidden(size), note });

  // @ts-expect-error: a property without its row
  fields<SampleRecord>()({ id: text('id'), size });
  // @ts-expect-error: a row without its property
  fields<SampleRecord>()({ id: text('id'), size, note, weight: count('weight') });
  // @ts-expect-error: an optional property declared as required
  fields<SampleRecord>()({ id: text('id'), size, note: text('note') });
  // @ts-expect-error: a property that may be absent, declared as required
  fields<SampleRecord>()({ id: readOptionalText(text('id')), size, note });
  // @ts-expect-error: a row of another type
  fields<SampleRecord>()({ id: text('id'), size: text('size'), note });
  // @ts-expect-error: an answer without one of its members
  viewOf<{ id: string; size: number }>()(things);
  // @ts-expect-error: an answer with an extra member
  viewOf<{ id: string }>()(things);
  const toView = viewOf<{ id: string; note?: string }>()(things);

  expect(things.attributes).toEqual(['thing_id', 'size', 'note']);
  expect(toView({ id: 'a', size: 1 })).toStrictEqual({ id: 'a' });
});

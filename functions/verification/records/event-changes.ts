// THE TABLE of what the events of receipts state of records.
import type { PresetName } from '../../domain/workflows/presets.ts';
import type { StoredEvent } from '../../ledger/commit/receipt-events.ts';
import { templateKeys } from '../../ledger/posting-templates/items.ts';
import { keys } from '../../ledger/store/keys.ts';
import type { RequestKind } from '../../ledger/store/keys.ts';
import { generalLedgerEventChanges } from './general-ledger/event-changes.ts';
import { toJournalMembers, toTransactionChanges } from './loan-events.ts';
import type { ReceiptContent } from './receipt-content.ts';
import type { Members } from './stored-record-form.ts';
import { webhookEventChanges } from './webhooks/webhook-records.ts';
import { toBatchMembers } from './request-forms.ts';
import { buildCountedChange, buildVersionChange, toMembers } from './record-change.ts';
import type { RecordChange } from './record-change.ts';

type EventReader = (event: StoredEvent, receipt: ReceiptContent) => RecordChange[];

export const eventChanges: Readonly<Record<string, EventReader>> = {
  'account.created': (event, { tenant }) => {
    const { aggregateId: id } = event;
    const { product_id, currency, ...others } = toMembers(event);
    const terms = {
      id,
      product_id,
      currency,
      ...pick(others, ['customer_id', 'name', 'external_id', 'created_at']),
    };
    const { external_id: externalId, metadata } = others;
    const key = keys.account(tenant, id);
    return [
      written('ACC', { key, since: id, members: terms }, event),
      ...(metadata === undefined ? [] : [versionedMetadata(event, tenant, 1)]),
      ...(externalId === undefined ? [] : [reservedExternalId(event, tenant, String(externalId))]),
      written(
        'BAL',
        {
          key: keys.balance(tenant, id),
          since: id,
          members: { account_id: id, product_id, currency },
        },
        event,
      ),
    ];
  },
  'account.metadata_replaced': (event, { tenant }) => [
    versionedMetadata(event, tenant, event.version),
  ],
  'account.status_changed': ({ aggregateId: id }, { tenant }) => [
    buildCountedChange('BAL', keys.balance(tenant, id), id),
  ],
  'journal_entry.posted': (event, receipt) => {
    const { aggregateId: id } = event;
    const key = keys.journalEntry(receipt.tenant, id);
    return [written('JRN', { key, since: id, members: toJournalMembers(event, receipt) }, event)];
  },
  'loan.created': (event, { tenant }) => {
    const { aggregateId: id } = event;
    const members = pick(toMembers(event), LOAN_TERMS);
    return [written('LON', { key: keys.loan(tenant, id), since: id, members }, event)];
  },
  'loan_transaction.posted': toTransactionChanges,
  'loan.adjusted': toTransactionChanges,
  'lifecycle_request.submitted': requestStage('LCR'),
  'lifecycle_request.applied': requestStage('LCR'),
  'lifecycle_request.rejected': requestStage('LCR'),
  'lifecycle_request.failed': requestStage('LCR'),
  'adjustment_request.submitted': requestStage('FAR'),
  'adjustment_request.applied': requestStage('FAR'),
  'adjustment_request.rejected': requestStage('FAR'),
  'adjustment_request.failed': requestStage('FAR'),
  'regulatory_export.requested': toBatchChanges,
  'regulatory_export.started': toBatchChanges,
  'regulatory_export.completed': toBatchChanges,
  'regulatory_export.failed': toBatchChanges,
  'regulatory_export.delivered': toBatchChanges,
  'legacy_import.requested': toBatchChanges,
  'legacy_import.started': toBatchChanges,
  'legacy_import.completed': toBatchChanges,
  'legacy_import.failed': toBatchChanges,
  'product.published': (event, { tenant }) => {
    const { aggregateId: id, version } = event;
    const members = toMembers(event);
    const since = String(members['updated_at']);
    const key = keys.productVersion(tenant, id, version);
    return [
      written('PRO', { key, since, members }, event),
      buildVersionChange('PRO', { key: keys.product(tenant, id), members }, event),
      buildVersionChange('PRD', { key: keys.listedProduct(tenant, id), members }, event),
    ];
  },
  'posting_template.created': toTemplateChanges,
  'posting_template.replaced': toTemplateChanges,
  'posting_template.deleted': toTemplateChanges,
  'rule.created': toRuleChanges,
  'rule.updated': toRuleChanges,
  'rule.deleted': toRuleChanges,
  ...listRequestStages('GLR', ['period_close', 'period_reopening', 'year_close']),
  'settings_change.submitted': requestStage('GLR'),
  'settings_change.applied': requestStage('GLR'),
  'settings_change.rejected': requestStage('GLR'),
  ...listRequestStages('CHG', ['change_request']),
  ...generalLedgerEventChanges,
  ...webhookEventChanges,
  'controls.replaced': (event, { tenant }) => [
    buildVersionChange('CTL', { key: keys.controls(tenant), members: toMembers(event) }, event),
  ],
  'entity_schema.published': (event, { tenant }) => {
    const { aggregateId: id, version } = event;
    const members = toMembers(event);
    const published = pick(members, ['id', 'version', 'created_at', 'updated_at']);
    const name = keys.schemaName(tenant, String(members['entity_name']));
    const key = keys.schemaVersion(tenant, id, version);
    return [
      written('SCV', { key, since: String(members['updated_at']), members }, event),
      buildVersionChange('SCH', { key: keys.schema(tenant, id), members }, event),
      buildVersionChange('SCN', { key: name, members: published }, event),
    ];
  },
  'workflow.created': (event, { tenant, operation }) => {
    const { aggregateId: id } = event;
    const members = toMembers(event);
    const byTrigger = keys.workflowByTrigger(tenant, String(members['trigger']), id);
    const preset = PRESETS[operation];
    return [
      written('WFL', { key: keys.workflow(tenant, id), since: id, members }, event),
      written('WFT', { key: byTrigger, since: id, members }, event),
      ...(preset === undefined
        ? []
        : [
            written(
              'WFP',
              { key: keys.workflowPreset(tenant, preset), since: id, members: { workflow_id: id } },
              event,
            ),
          ]),
    ];
  },
  'workflow.executed': (event, { tenant }) => {
    const { aggregateId: id } = event;
    const members = toMembers(event);
    const { workflow_id } = members;
    const key = keys.execution(tenant, String(workflow_id), id);
    const pointer = { key: keys.executionPlace(tenant, id), since: id, members: { workflow_id } };
    return [written('EXE', { key, since: id, members }, event), written('EXI', pointer, event)];
  },
  // These are for subscribers; no record is made with them.
  'notification.requested': () => [],
  'policy.rule_matched': () => [],
  'workflow.action_dispatched': () => [],
  'workflow.event_emitted': () => [],
};

const LOAN_TERMS = [
  'id',
  'customer_id',
  'product_id',
  'account_id',
  'principal',
  'currency',
  'reference',
  'created_at',
] as const;

/** The presets by the operation that creates each. */
const PRESETS: Readonly<Record<string, PresetName>> = {
  createLoanApprovalNotificationWorkflow: 'loan-approval-notification',
  createMonthlyFeeChargeWorkflow: 'monthly-fee-charge',
};

function written(
  kind: RecordChange['kind'],
  given: Pick<RecordChange, 'key' | 'since' | 'members'>,
  { aggregateId: about }: StoredEvent,
): RecordChange {
  return { type: 'written', kind, about, change: '', ...given };
}

function reservedExternalId(event: StoredEvent, tenant: string, externalId: string): RecordChange {
  const { aggregateId: id } = event;
  const key = keys.externalId(tenant, externalId);
  return written('AXI', { key, since: id, members: { account_id: id } }, event);
}

// Members of the account's terms may stand beside it: the metadata has versions of its own.
function versionedMetadata(event: StoredEvent, tenant: string, version: number): RecordChange {
  const members = pick(toMembers(event), ['metadata', 'metadata_version']);
  return buildVersionChange(
    'ACC',
    { key: keys.account(tenant, event.aggregateId), members },
    { ...event, version },
  );
}

function pick(members: Members, names: readonly string[]): Members {
  return Object.fromEntries(names.map((name) => [name, members[name]]));
}

function readStageName({ type }: StoredEvent): string {
  return type.slice(type.indexOf('.') + 1);
}

// A decision only adds to a request, so that the record shows what it was at either stage.
function requestStage(kind: RequestKind): EventReader {
  return (event, { tenant }) => {
    const { aggregateId: id } = event;
    const members = toMembers(event);
    const change = readStageName(event);
    const since = change === 'submitted' ? id : String(members['decided_at']);
    const key = keys.request(tenant, kind, id);
    return [{ type: 'written', kind, key, about: id, change, since, members }];
  };
}

function listRequestStages(kind: RequestKind, nouns: readonly string[]) {
  const stages = ['submitted', 'applied', 'rejected', 'failed'];
  const types = nouns.flatMap((noun) => stages.map((stage) => `${noun}.${stage}`));
  return Object.fromEntries(types.map((type) => [type, requestStage(kind)]));
}

/** The member of a batch that holds the time of a stage. */
const BATCH_TIMES: Readonly<Record<string, string>> = {
  started: 'started_at',
  completed: 'completed_at',
  failed: 'completed_at',
};

function toBatchChanges(event: StoredEvent, { tenant }: ReceiptContent): RecordChange[] {
  const { aggregateId: id, version } = event;
  const view = toMembers(event);
  const change = readStageName(event);
  const delivery = view['delivery'] as Members | undefined;
  const time = change === 'delivered' ? delivery?.['recorded_at'] : view[BATCH_TIMES[change] ?? ''];
  const since = change === 'requested' ? id : String(time);
  const members = toBatchMembers(change, view, version);
  const key = keys.batch(tenant, id);
  return [{ type: 'stage', kind: 'BAT', key, about: id, change, since, members }];
}

function toTemplateChanges(event: StoredEvent, { tenant }: ReceiptContent): RecordChange[] {
  const key = templateKeys.template(tenant, event.aggregateId);
  return [buildVersionChange('PTM', { key, members: toMembers(event) }, event)];
}

function toRuleChanges(event: StoredEvent, { tenant }: ReceiptContent): RecordChange[] {
  const view = toMembers(event);
  const key = keys.rule(tenant, String(view['product_id']), String(view['id']));
  const deleted_at = event.type === 'rule.deleted' ? view['updated_at'] : undefined;
  return [buildVersionChange('PRO', { key, members: { ...view, deleted_at } }, event)];
}

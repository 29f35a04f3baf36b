// Arbitrary products, rules, schemas and workflows.
import type { Controls } from '../../../functions/domain/controls/controls.ts';
import type { GeneralLedgerAccount } from '../../../functions/domain/general-ledger/accounts.ts';
import type {
  Period,
  PeriodCurrencyTotals,
} from '../../../functions/domain/general-ledger/periods.ts';
import type { GeneralLedgerSettings } from '../../../functions/domain/general-ledger/settings.ts';
import type { PostingTemplate } from '../../../functions/domain/journal/posting-templates.ts';
import type { Product } from '../../../functions/domain/products/products.ts';
import type { Delivery } from '../../../functions/domain/webhooks/deliveries.ts';
import type { WebhookHealth } from '../../../functions/domain/webhooks/webhook-health.ts';
import type { Webhook } from '../../../functions/domain/webhooks/webhooks.ts';
import type { ProductConfiguration } from '../../../functions/domain/products/templates.ts';
import type { Rule } from '../../../functions/domain/rules/rules.ts';
import type {
  EntitySchema,
  SchemaVersion,
} from '../../../functions/domain/schemas/entity-schemas.ts';
import type { StepResult } from '../../../functions/domain/workflows/evaluation.ts';
import type { WorkflowExecution } from '../../../functions/domain/workflows/executions.ts';
import type { Workflow, WorkflowStep } from '../../../functions/domain/workflows/workflows.ts';
import { fc } from './properties.ts';
import { count, currencies, data, id, nouns, TENANT, text, time } from './nouns.ts';

const tenantId = fc.constant(TENANT);

export const product = nouns<Product>({
  id: text,
  type: text,
  config: data,
  tenantId,
  version: count,
  createdAt: time,
  updatedAt: time,
});

export const rule = nouns<Rule>(
  {
    id: text,
    tenantId,
    productId: text,
    ruleType: text,
    condition: text,
    action: fc.record({ type: text }),
    priority: fc.integer(),
    enabled: fc.boolean(),
    appliesTo: fc.array(text),
    version: count,
    createdAt: time,
    updatedAt: time,
    deletedAt: time,
  },
  'deletedAt',
);

export const configuration = nouns<ProductConfiguration>({
  jurisdiction: text,
  template: text,
  productIds: fc.array(text),
  version: count,
  generatedAt: time,
});

export const controls = nouns<Controls>(
  {
    controls: fc.array(
      fc.record(
        { operation: text, when: text, require: fc.constant('APPROVAL' as const) },
        { requiredKeys: ['operation', 'require'] },
      ),
    ),
    version: count,
    updatedAt: time,
  },
  'updatedAt',
);

const days = fc.nat({ max: 36_500 });

export const generalLedgerSettings = nouns<GeneralLedgerSettings>(
  {
    baseCurrency: currencies,
    timeZone: text,
    chart: fc.constantFrom('OPEN' as const, 'ENFORCED' as const),
    controlAccounts: fc.constantFrom('REPORTED' as const, 'ENFORCED' as const),
    effectiveDateWindow: fc.record({ days_back: days, days_ahead: days }, { requiredKeys: [] }),
    ruleConditions: fc.constantFrom('REPORTED' as const, 'STRICT' as const),
    failingRules: fc.constantFrom('DENY' as const, 'SKIP' as const),
    closedPeriods: fc.dictionary(text, fc.constantFrom('CLOSING' as const, 'CLOSED' as const)),
    fiscalYearStart: text,
    version: count,
    updatedAt: time,
  },
  'ruleConditions',
  'failingRules',
  'closedPeriods',
  'fiscalYearStart',
  'updatedAt',
);

export const period = nouns<Period>(
  {
    period: text,
    state: fc.constantFrom('CLOSED' as const, 'FAILED' as const),
    requestId: id('glr'),
    requestedBy: text,
    decidedBy: text,
    closingAt: time,
    closedAt: time,
    reopenedAt: time,
    failureReason: text,
    totals: fc.array(data) as fc.Arbitrary<unknown> as fc.Arbitrary<PeriodCurrencyTotals[]>,
    version: count,
    updatedAt: time,
  },
  'requestId',
  'requestedBy',
  'decidedBy',
  'closingAt',
  'closedAt',
  'reopenedAt',
  'failureReason',
  'totals',
  'updatedAt',
);

export const generalLedgerAccount = nouns<GeneralLedgerAccount>(
  {
    code: text,
    name: text,
    type: fc.constantFrom('ASSET' as const, 'INCOME' as const),
    currency: currencies,
    parent: text,
    status: fc.constantFrom('ACTIVE' as const, 'CLOSED' as const),
    mappings: fc.dictionary(text, text),
    version: count,
    createdAt: time,
    updatedAt: time,
  },
  'currency',
  'parent',
);

const templateLine = fc.record({
  account_code: text,
  side: fc.constant('DEBIT' as const),
  amount: text,
});

export const postingTemplate = nouns<PostingTemplate>(
  {
    id: id('ptm'),
    name: text,
    description: text,
    lines: fc.array(templateLine),
    postings: fc.array(fc.record({ direction: fc.constant('CREDIT' as const), placeholder: text })),
    version: count,
    createdAt: time,
    updatedAt: time,
    deletedAt: time,
  },
  'description',
  'deletedAt',
);

export const webhook = nouns<Webhook>(
  {
    id: id('whk'),
    url: text,
    eventTypes: fc.array(text),
    description: text,
    enabled: fc.boolean(),
    secretVersion: count,
    secretCreatedAt: time,
    previousSecretUntil: time,
    version: count,
    createdAt: time,
    updatedAt: time,
    deletedAt: time,
  },
  'description',
  'previousSecretUntil',
  'deletedAt',
);

export const delivery = nouns<Delivery>(
  {
    webhookId: id('whk'),
    eventId: id('evt'),
    eventType: text,
    aggregateId: text,
    receiptKey: text,
    state: fc.constantFrom('PENDING', 'DELIVERED', 'DEAD'),
    createdAt: time,
    dueAt: time,
    fresh: fc.constant('Y' as const),
    redrivenBy: id('evt'),
    deliveredAt: time,
    failure: fc.constant('ATTEMPTS_EXHAUSTED' as const),
    attempts: fc.array(fc.record({ at: time, milliseconds: count, status: count })),
    tries: count,
    revision: count,
    expiresAt: count,
  },
  'dueAt',
  'fresh',
  'redrivenBy',
  'deliveredAt',
  'failure',
);

export const webhookHealth = nouns<WebhookHealth>(
  {
    webhookId: id('whk'),
    webhookVersion: count,
    failingSince: time,
    suspendedAt: time,
    judgedAt: time,
    revision: count,
  },
  'failingSince',
  'suspendedAt',
  'judgedAt',
  'revision',
);

const published = { id: id('sch'), version: count, createdAt: time, updatedAt: time };

export const fromPublishedMembers = nouns<SchemaVersion>(published);

export const schema = nouns<EntitySchema>({
  ...published,
  tenantId,
  definition: fc.record({ entity_name: text, display_name: text, fields: fc.constant([]) }),
});

const step = fc.record({ order: count, name: text, action: text, config: data });

export const workflow = nouns<Workflow>({
  id: id('wfl'),
  tenantId,
  name: text,
  trigger: text,
  steps: fc.array(step) as fc.Arbitrary<unknown> as fc.Arbitrary<WorkflowStep[]>,
  createdAt: time,
});

const result = nouns<StepResult>(
  {
    order: count,
    name: text,
    action: text,
    status: fc.constantFrom('EXECUTED' as const, 'SKIPPED' as const),
    output: data,
  },
  'output',
);

export const execution = nouns<WorkflowExecution>({
  id: id('exe'),
  workflowId: id('wfl'),
  status: fc.constant('COMPLETED' as const),
  steps: fc.array(result.any),
  context: data,
  executedBy: text,
  correlationId: text,
  startedAt: time,
  finishedAt: time,
});

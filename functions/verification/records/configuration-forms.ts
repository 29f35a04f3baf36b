// How products, rules, entity schemas and workflows are verified.
import type { Rule } from '../../domain/rules/rules.ts';
import { controlsFields } from '../../ledger/controls/items.ts';
import { configurationFields, productFields, ruleFields } from '../../ledger/products/items.ts';
import {
  generalLedgerAccountFields,
  generalLedgerSettingsFields,
  periodFields,
} from '../../ledger/general-ledger/items.ts';
import { postingTemplateFields, templateKeys } from '../../ledger/posting-templates/items.ts';
import { publishedSchemaFields, schemaFields } from '../../ledger/schemas/items.ts';
import { readText } from '../../ledger/store/attributes.ts';
import type { Item } from '../../ledger/store/item.ts';
import { keys } from '../../ledger/store/keys.ts';
import type { Key } from '../../ledger/store/keys.ts';
import { executionFields, workflowFields } from '../../ledger/workflows/items.ts';
import { toPeriodView } from '../../views/accounting-period.ts';
import { toControlsView } from '../../views/controls/controls.ts';
import { toEntitySchemaView } from '../../views/entity-schema.ts';
import { toGeneralLedgerAccountView } from '../../views/general-ledger.ts';
import { toPostingTemplateView } from '../../views/journal-entry.ts';
import { toProductView, toRuleView } from '../../views/product.ts';
import { toExecutionView, toWorkflowView } from '../../views/workflow.ts';
import { readPartitionName } from './stored-record-form.ts';
import type { NewestChange, StoredRecordForm } from './stored-record-form.ts';

const product = toProductRecord((tenant, id) => keys.product(tenant, id));
const listedProduct = toProductRecord((tenant, id) => keys.listedProduct(tenant, id));

// A version of a product under one of the two keys that hold the newest one.
function toProductRecord(keyOf: (tenant: string, id: string) => Key): StoredRecordForm {
  return {
    rewrite: (tenant, item) => {
      const stored = productFields.fromItem(item);
      return productFields.toItem(keyOf(tenant, stored.id), stored);
    },
    id: (item) => readText(item, 'product_id'),
    changes: (item) => productFields.fromItem(item).version,
    newest: (item) => toNewest(productFields.fromItem(item), toProductView),
  };
}

const productVersion: StoredRecordForm = {
  rewrite: (tenant, item) => {
    const stored = productFields.fromItem(item);
    return productFields.toItem(keys.productVersion(tenant, stored.id, stored.version), stored);
  },
  id: (item) => `${readText(item, 'product_id')} ${item.SK}`,
  written: (item) => {
    const stored = productFields.fromItem(item);
    return { since: stored.updatedAt, members: toProductView(stored) };
  },
};

const rule: StoredRecordForm = {
  rewrite: (tenant, item) => {
    const stored = ruleFields.fromItem(item);
    return ruleFields.toItem(keys.rule(tenant, stored.productId, stored.id), stored);
  },
  id: (item) => readText(item, 'rule_id'),
  changes: (item) => ruleFields.fromItem(item).version,
  newest: (item) => toNewest(ruleFields.fromItem(item), toRuleMembers),
};

function toRuleMembers(stored: Rule) {
  return { ...toRuleView(stored), deleted_at: stored.deletedAt };
}

/** A product's partition also holds its rules and its versions. */
export function toProductForm({ SK }: Item): StoredRecordForm {
  if (SK.startsWith('R#')) return rule;
  return SK.startsWith('V#') ? productVersion : product;
}

const productConfiguration: StoredRecordForm = {
  rewrite: (tenant, item) =>
    configurationFields.toItem(
      keys.productConfiguration(tenant),
      configurationFields.fromItem(item),
    ),
  changes: (item) => configurationFields.fromItem(item).version,
  newest: (item) =>
    toNewest(configurationFields.fromItem(item), (stored) => ({
      ...configurationFields.toView(stored),
      product_ids: stored.productIds,
    })),
};

const generalLedgerSettings: StoredRecordForm = {
  rewrite: (tenant, item) =>
    generalLedgerSettingsFields.toItem(
      keys.generalLedgerSettings(tenant),
      generalLedgerSettingsFields.fromItem(item),
    ),
  changes: (item) => generalLedgerSettingsFields.fromItem(item).version,
  newest: (item) =>
    toNewest(generalLedgerSettingsFields.fromItem(item), generalLedgerSettingsFields.toView),
};

const controls: StoredRecordForm = {
  rewrite: (tenant, item) =>
    controlsFields.toItem(keys.controls(tenant), controlsFields.fromItem(item)),
  changes: (item) => controlsFields.fromItem(item).version,
  newest: (item) => toNewest(controlsFields.fromItem(item), toControlsView),
};

const generalLedgerAccount: StoredRecordForm = {
  rewrite: (tenant, item) => {
    const stored = generalLedgerAccountFields.fromItem(item);
    return generalLedgerAccountFields.toItem(
      keys.generalLedgerAccount(tenant, stored.code),
      stored,
    );
  },
  changes: (item) => generalLedgerAccountFields.fromItem(item).version,
  newest: (item) => toNewest(generalLedgerAccountFields.fromItem(item), toGeneralLedgerAccountView),
};

const generalLedgerPeriod: StoredRecordForm = {
  rewrite: (tenant, item) => {
    const stored = periodFields.fromItem(item);
    return periodFields.toItem(keys.generalLedgerPeriod(tenant, stored.period), stored);
  },
  changes: (item) => periodFields.fromItem(item).version,
  newest: (item) => toNewest(periodFields.fromItem(item), toPeriodView),
};

const schema: StoredRecordForm = {
  rewrite: (tenant, item) => {
    const stored = schemaFields.fromItem(item);
    return schemaFields.toItem(keys.schema(tenant, stored.id), stored);
  },
  changes: (item) => schemaFields.fromItem(item).version,
  newest: (item) => toNewest(schemaFields.fromItem(item), toEntitySchemaView),
};

const schemaVersion: StoredRecordForm = {
  rewrite: (tenant, item) => {
    const stored = schemaFields.fromItem(item);
    return schemaFields.toItem(keys.schemaVersion(tenant, stored.id, stored.version), stored);
  },
  id: (item) => `${readPartitionName(item)} ${item.SK}`,
  written: (item) => {
    const stored = schemaFields.fromItem(item);
    return { since: stored.updatedAt, members: toEntitySchemaView(stored) };
  },
};

const schemaName: StoredRecordForm = {
  rewrite: (tenant, item) =>
    publishedSchemaFields.toItem(
      keys.schemaName(tenant, readPartitionName(item)),
      publishedSchemaFields.fromItem(item),
    ),
  id: readPartitionName,
  changes: (item) => publishedSchemaFields.fromItem(item).version,
  newest: (item) => toNewest(publishedSchemaFields.fromItem(item), publishedSchemaFields.toView),
};

function toNewest<Noun extends { readonly version: number }>(
  stored: Noun,
  view: (noun: Noun) => object,
): NewestChange {
  return { change: String(stored.version), members: { ...view(stored) } };
}

const workflow = toWorkflowRecord((tenant, { SK }) => keys.workflow(tenant, SK));
const workflowByTrigger = toWorkflowRecord((tenant, item) =>
  keys.workflowByTrigger(tenant, readText(item, 'trigger'), item.SK),
);

// A workflow under either of its keys.
function toWorkflowRecord(keyOf: (tenant: string, item: Item) => Key): StoredRecordForm {
  return {
    rewrite: (tenant, item) =>
      workflowFields.toItem(keyOf(tenant, item), workflowFields.fromItem(item)),
    written: (item) => ({ since: item.SK, members: toWorkflowView(workflowFields.fromItem(item)) }),
  };
}

const workflowPreset = toWorkflowPointer(
  (tenant, name) => keys.workflowPreset(tenant, name),
  (item) => readText(item, 'workflow_id'),
);
const executionKey = toWorkflowPointer(
  (tenant, name) => keys.executionPlace(tenant, name),
  readPartitionName,
);

// A record that only names a workflow.
function toWorkflowPointer(
  keyOf: (tenant: string, name: string) => Key,
  since: (item: Item) => string,
): StoredRecordForm {
  return {
    rewrite: (tenant, item) => ({
      ...keyOf(tenant, readPartitionName(item)),
      workflow_id: readText(item, 'workflow_id'),
    }),
    id: readPartitionName,
    written: (item) => ({
      since: since(item),
      members: { workflow_id: readText(item, 'workflow_id') },
    }),
  };
}

const execution: StoredRecordForm = {
  rewrite: (tenant, item) => {
    const stored = executionFields.fromItem(item);
    return executionFields.toItem(keys.execution(tenant, stored.workflowId, stored.id), stored);
  },
  written: (item) => ({ since: item.SK, members: toExecutionView(executionFields.fromItem(item)) }),
};

const postingTemplate: StoredRecordForm = {
  rewrite: (tenant, item) => {
    const stored = postingTemplateFields.fromItem(item);
    return postingTemplateFields.toItem(templateKeys.template(tenant, stored.id), stored);
  },
  changes: (item) => postingTemplateFields.fromItem(item).version,
  newest: (item) => toNewest(postingTemplateFields.fromItem(item), toPostingTemplateView),
};

export const CONFIGURATION_FORMS = {
  PRD: listedProduct,
  CFG: productConfiguration,
  GLA: generalLedgerAccount,
  GLP: generalLedgerPeriod,
  GLS: generalLedgerSettings,
  CTL: controls,
  SCH: schema,
  SCN: schemaName,
  SCV: schemaVersion,
  WFL: workflow,
  WFT: workflowByTrigger,
  WFP: workflowPreset,
  EXE: execution,
  EXI: executionKey,
  PTM: postingTemplate,
} as const;

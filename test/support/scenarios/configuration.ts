// Scenarios of the operations on entity schemas, products, rules and workflows.
import { buildRuleBody, buildTemplateBody } from '../../../tools/samples/request-bodies.ts';
import { buildControls } from '../controls/controls.ts';
import { buildEntity } from '../fixtures/schemas.ts';
import { buildWorkflow } from '../fixtures/workflows.ts';
import { replaceIdTime } from '../fixtures/absent-ids.ts';
import { repeatCall } from './scenario-records.ts';
import type { ScenariosByOperation } from './scenario-records.ts';

/** A product that names a control account of its own. */
const buildSavings = (type: string) => {
  return { type, config: { ledger_accounts: { customer_deposits: 'SAVINGS_DEPOSITS' } } };
};

const buildPublication = (body: object) => {
  return { operation: 'upsertProduct', request: { body } };
};

export const configurationScenarios = {
  previewConfigurationChange: ({ product, enforced, entity, account }) => [
    ...[
      ['importSchema', {}, buildEntity(entity)],
      ['replaceControls', {}, { controls: buildControls([{ operation: 'createAccount' }]) }],
      ['createRule', { productId: product }, buildRuleBody({ condition: 'acount > 0' })],
      ['updateRule', { productId: product, ruleId: 'none' }, {}],
      ['upsertGeneralLedgerAccount', { code: account.slice(0, 12) }, {}],
    ].map(([operation, path, body]) => ({ body: { operation, request: { path, body } } })),
    // Its account is found.
    ...(enforced
      ? [{ tenant: enforced.tenant, body: buildPublication(buildSavings('savings-account')) }]
      : []),
  ],
  evaluateControls: () => [
    { body: { newest_entries: 100 } },
    { body: { controls: buildControls([{ operation: 'postJournalEntry', when: 'amount > 1' }]) } },
  ],
  listSchemas: () => [{}],
  createSchema: ({ entity }) => [
    { body: buildEntity(`${entity}_too`) },
    { body: buildEntity(entity) },
  ],
  importSchema: ({ entity }) => [{ body: buildEntity(entity) }],
  createBusinessRegistrationSchema: () => [{}, {}],
  getSchema: ({ schema }) => [{ path: { schemaId: schema } }],
  exportSchema: ({ schema }) => [{ path: { schemaId: schema } }],
  listProducts: () => [{}],
  upsertProduct: ({ enforced }) => [
    { body: { type: 'new', config: {} } },
    { body: buildSavings('moved') },
    // Its account is found.
    ...(enforced ? [{ tenant: enforced.tenant, body: buildSavings('savings-account') }] : []),
  ],
  getProduct: ({ product }) => [{ path: { productId: product } }],
  getProductConfiguration: () => [{}],
  generateProductConfiguration: ({ enforced }) => {
    const call = { body: { jurisdiction: 'EU' } };
    // One tenant without products, and one whose savings accounts fix their control account.
    const others = enforced ? [`${enforced.tenant}-free`, enforced.tenant] : [];
    return [call, ...others.map((tenant) => ({ tenant, ...call }))];
  },
  listRules: ({ product }) => [{ path: { productId: product } }],
  createRule: ({ product }) =>
    [
      buildRuleBody(),
      buildRuleBody({ id: 'one' }),
      buildRuleBody({ condition: 'acount.balance < 0' }),
    ].map((body) => ({
      path: { productId: product },
      body,
    })),
  seedDefaultRules: ({ product }) => [{ path: { productId: product } }],
  evaluateRules: ({ product }) => [
    { path: { productId: product }, body: { sample: {}, newest_postings: 100 } },
  ],
  updateRule: ({ product }) => [
    ...['one', 'none'].map((ruleId) => ({ path: { productId: product, ruleId }, body: {} })),
    {
      path: { productId: product, ruleId: 'one' },
      body: { condition: 'acount.balance < 0' },
    },
  ],
  deleteRule: ({ product }) =>
    ['two', 'none'].map((ruleId) => ({ path: { productId: product, ruleId } })),
  listPostingTemplates: () => [{}],
  createPostingTemplate: () => repeatCall({ body: buildTemplateBody() }),
  getPostingTemplate: ({ template }) => [{ path: { templateId: template } }],
  replacePostingTemplate: ({ template }) =>
    [template, replaceIdTime(template)].flatMap((templateId) =>
      [1, 2, 3].map((version) => ({
        path: { templateId },
        body: buildTemplateBody({ version }),
      })),
    ),
  deletePostingTemplate: ({ template }) =>
    [template, replaceIdTime(template)].map((templateId) => ({ path: { templateId } })),
  listWorkflows: () => [{}],
  createWorkflow: () => [{ body: buildWorkflow({ action: 'EMIT_EVENT' }) }],
  listWorkflowsByTrigger: () => [{ path: { trigger: 'TEST_TRIGGER' } }],
  createLoanApprovalNotificationWorkflow: () => [{}, {}],
  createMonthlyFeeChargeWorkflow: () => [{}, {}],
  getWorkflow: ({ workflow }) => [{ path: { workflowId: workflow } }],
  executeWorkflow: ({ workflow, account, untouched }) =>
    [
      { account, amount: '0.01' },
      { account, amount: '999.00' },
      { account: untouched, amount: '0.01' },
    ].map((context) => ({ path: { workflowId: workflow }, body: { context } })),
  listWorkflowExecutions: ({ workflow }) =>
    [workflow, replaceIdTime(workflow)].map((workflowId) => ({ path: { workflowId } })),
  getWorkflowExecution: ({ execution }) => [{ path: { executionId: execution } }],
} satisfies ScenariosByOperation;

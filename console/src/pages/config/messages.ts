import { defineMessages } from '../../i18n/messages.ts';

export const configText = defineMessages({
  title: 'Configuration',
  kind: 'What to configure',
  products: 'Products',
  rules: 'Rules',
  controls: 'Controls',
  schemas: 'Entity schemas',
  workflows: 'Workflows',
  templates: 'Posting templates',
  chart: 'Chart of accounts',
  webhooks: 'Webhooks',
  product: 'Product',
  rule: 'Rule',
  schema: 'Entity schema',
  workflow: 'Workflow',
  template: 'Posting template',
  chartAccount: 'Account of the chart',
  webhook: 'Webhook',
  pending: 'A change of this waits for approval.',
  openRequest: 'Open the request',
});

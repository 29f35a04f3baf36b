import { defineMessages } from '../../i18n/messages.ts';

export const configText = defineMessages({
  title: 'Configuration',
  kind: 'What to configure',
  products: 'Products',
  rules: 'Rules',
  controls: 'Controls',
  schemas: 'Entity schemas',
  workflows: 'Workflows',
  product: 'Product',
  rule: 'Rule',
  schema: 'Entity schema',
  workflow: 'Workflow',
  pending: 'A change of this waits for approval.',
  openRequest: 'Open the request',
});

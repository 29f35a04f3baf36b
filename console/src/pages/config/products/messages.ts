import { defineMessages } from '../../../i18n/messages.ts';

export const productText = defineMessages({
  title: 'Products',
  product: 'Product',
  type: 'Type',
  version: 'Version',
  overdraftLimit: 'Overdraft limit',
  updated: 'Changed',
  created: 'Published first',
  none: 'There are no products yet.',
  publish: 'Publish a product',
  publishVersion: 'Publish a version',
  change: 'Change',
  facts: 'What holds now',
  config: 'Terms',
  rules: 'Rules of this product',
  id: 'Product id',
  idHint: 'Accounts and loans name the product by it. Without one, it is the type.',
  typeMissing: 'Enter a type.',
  configLabel: 'Terms (JSON)',
  configHint:
    'Free-form. The ledger acts on overdraft_limit, a decimal string, and on the codes in ledger_accounts.',
  fromTemplate: 'Publish from a template',
  templateTitle: 'Publish the products of a jurisdiction',
  jurisdiction: 'Jurisdiction',
  jurisdictionHint:
    'Products of the same id get another version. Without a template of their own, jurisdictions share a default one.',
  jurisdictionMissing: 'Enter a code of 2 to 16 capitals, digits, _ or -, such as EU.',
  publishTemplate: 'Publish these products',
});

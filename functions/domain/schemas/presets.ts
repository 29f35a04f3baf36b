// Preset schemas.
import type { EntityDefinition } from './entity-schemas.ts';

/** A business as a register of companies describes it, with the customer that owns it. */
export const BUSINESS_REGISTRATION: EntityDefinition = {
  entity_name: 'business_registration',
  display_name: 'Business registration',
  fields: [
    {
      name: 'registration_number',
      type: 'STRING',
      required: true,
      maxLength: 32,
      pattern: '^[A-Za-z0-9][A-Za-z0-9 ./-]*$',
      description: 'The number under which the register keeps the business.',
    },
    { name: 'legal_name', type: 'STRING', required: true, maxLength: 160 },
    { name: 'trading_name', type: 'STRING', required: false, maxLength: 160 },
    {
      name: 'legal_form',
      type: 'ENUM',
      required: true,
      enum_values: [
        'SOLE_PROPRIETORSHIP',
        'PARTNERSHIP',
        'LIMITED_COMPANY',
        'PUBLIC_COMPANY',
        'COOPERATIVE',
        'NON_PROFIT',
        'OTHER',
      ],
    },
    {
      name: 'country',
      type: 'STRING',
      required: true,
      maxLength: 2,
      pattern: '^[A-Z]{2}$',
      description: 'Where it is registered, ISO 3166-1 alpha-2.',
    },
    { name: 'registered_on', type: 'DATE', required: true },
    { name: 'tax_number', type: 'STRING', required: false, maxLength: 32 },
    { name: 'registered_address', type: 'STRING', required: false, maxLength: 500 },
    {
      name: 'customer_id',
      type: 'REFERENCE',
      required: true,
      maxLength: 128,
      reference_table: 'customers',
    },
    { name: 'employees', type: 'NUMBER', required: false },
    { name: 'is_active', type: 'BOOLEAN', required: true, default: true },
  ],
};

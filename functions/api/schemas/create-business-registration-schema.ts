import { createBusinessRegistrationSchema } from '../../../schemas/generated/operations/create-business-registration-schema.ts';
import { BUSINESS_REGISTRATION } from '../../domain/schemas/presets.ts';
import { operation } from '../../runtime/operation.ts';
import { publishNewSchema } from './publish-schema.ts';

export const handler = operation(createBusinessRegistrationSchema, ({ session, now }) =>
  publishNewSchema(session, BUSINESS_REGISTRATION, now),
);

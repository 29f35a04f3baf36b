import { createSchema } from '../../../schemas/generated/operations/create-schema.ts';
import { defineEntity } from '../../domain/schemas/entity-schemas.ts';
import { operation } from '../../runtime/operation.ts';
import { publishNewSchema } from './publish-schema.ts';

export const handler = operation(createSchema, ({ body, session, now }) =>
  publishNewSchema(session, defineEntity(body), now),
);

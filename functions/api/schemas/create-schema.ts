import { createSchema } from '../../../schemas/generated/operations/create-schema.ts';
import { defineEntity } from '../../domain/schemas/entity-schemas.ts';
import { operation } from '../../runtime/operation.ts';
import { publishNew } from './publish-schema.ts';

export const handler = operation(createSchema, ({ body, session, now }) =>
  publishNew(session, defineEntity(body), now),
);

// Samples of entity schemas.
import type { OperationName } from '../../functions/operations/operations.ts';
import { made, pageOf } from './sample.ts';
import type { Sample, World } from './sample.ts';

function definition(world: World) {
  return {
    body: {
      entity_name: `owner_${world.unique()}`,
      display_name: 'Beneficial owner',
      fields: [
        { name: 'full_name', type: 'STRING', required: true, maxLength: 80 },
        { name: 'share', type: 'NUMBER', required: true },
      ],
    },
  };
}

const sharedSchema = (world: World) =>
  world.once('schema', () => made(world, 'createSchema', definition(world)));

const ofSchema: Sample = async (world) => ({ path: { schemaId: await sharedSchema(world) } });

export const schemaSamples = {
  listSchemas: pageOf(sharedSchema),
  createSchema: definition,
  importSchema: definition,
  createBusinessRegistrationSchema: () => ({}),
  getSchema: ofSchema,
  exportSchema: ofSchema,
} satisfies Partial<Record<OperationName, Sample>>;

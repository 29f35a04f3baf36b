// Samples of entity schemas.
import type { OperationName } from '../../functions/operations.ts';
import { made } from './sample.ts';
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

const ofSchema: Sample = async (world) => ({
  path: {
    schemaId: await world.once('schema', () => made(world, 'createSchema', definition(world))),
  },
});

export const schemaSamples = {
  listSchemas: () => ({ query: { limit: '20' } }),
  createSchema: definition,
  importSchema: definition,
  createBusinessRegistrationSchema: () => ({}),
  getSchema: ofSchema,
  exportSchema: ofSchema,
} satisfies Partial<Record<OperationName, Sample>>;

// Samples of entity schemas.
import type { OperationName } from '../../functions/operations/operations.ts';
import { createSample, buildListSample } from './sample.ts';
import type { Sample, SampleContext } from './sample.ts';

function buildSchemaRequest(context: SampleContext) {
  return {
    body: {
      entity_name: `owner_${context.unique()}`,
      display_name: 'Beneficial owner',
      fields: [
        { name: 'full_name', type: 'STRING', required: true, maxLength: 80 },
        { name: 'share', type: 'NUMBER', required: true },
      ],
    },
  };
}

const readSharedSchema = (context: SampleContext) =>
  context.once('schema', () => createSample(context, 'createSchema', buildSchemaRequest(context)));

const buildSchemaPathParameters: Sample = async (context) => ({
  path: { schemaId: await readSharedSchema(context) },
});

export const schemaSamples = {
  listSchemas: buildListSample(readSharedSchema),
  createSchema: buildSchemaRequest,
  importSchema: buildSchemaRequest,
  createBusinessRegistrationSchema: () => ({}),
  getSchema: buildSchemaPathParameters,
  exportSchema: buildSchemaPathParameters,
} satisfies Partial<Record<OperationName, Sample>>;

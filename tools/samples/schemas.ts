// Samples of entity schemas.
import type { OperationName } from '../../functions/operations/operations.ts';
import { buildSchemaBody } from './request-bodies.ts';
import { createSample, buildListSample } from './sample.ts';
import type { Sample, SampleContext } from './sample.ts';

const buildSchemaRequest = (context: SampleContext) => ({
  body: buildSchemaBody(`owner_${context.unique()}`),
});

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

// Samples of versions, which the read model lists moments after the change.
import type { OperationName } from '../../functions/operations/operations.ts';
import { buildListSample, createSample } from './sample.ts';
import type { Sample, SampleContext, SampleRequest } from './sample.ts';
import { submitControls } from './change-requests.ts';
import { generalLedgerSamples } from './general-ledger/general-ledger.ts';
import { waitUntil } from './projections.ts';
import { productSamples, sharedRule } from './products.ts';
import { schemaSamples } from './schemas.ts';
import { workflowSamples } from './workflows.ts';

interface RecordVersionList {
  readonly items: readonly unknown[];
}

/** The noun of a list of versions: the path that names it, after its first version was made. */
type VersionedPath = (context: SampleContext) => Promise<Readonly<Record<string, string>>>;

/** The first page of the versions, as soon as it shows one. */
function buildVersionSample(name: OperationName, create: VersionedPath): Sample {
  return async (context) => {
    const path = await create(context);
    const list = await buildListSample(() => Promise.resolve())(context);
    const request: SampleRequest = { ...list, ...(Object.keys(path).length > 0 && { path }) };
    await waitUntil(name, async () => {
      const { items } = (await context.call(name, request)) as RecordVersionList;
      return items.length > 0;
    });
    return request;
  };
}

function createOnce(
  name: OperationName,
  parameter: string,
  { path = {}, ...request }: SampleRequest,
): VersionedPath {
  return async (context) => {
    const create = () => createSample(context, name, { ...request, path });
    return { ...path, [parameter]: await context.once(`versions of ${parameter}`, create) };
  };
}

const product = productSamples.upsertProduct();

export const versionSamples = {
  listProductVersions: buildVersionSample(
    'listProductVersions',
    createOnce('upsertProduct', 'productId', product),
  ),
  listRuleVersions: buildVersionSample(
    'listRuleVersions',
    createOnce('createRule', 'ruleId', sharedRule),
  ),
  listSchemaVersions: buildVersionSample('listSchemaVersions', async (context) => ({
    ...(await schemaSamples.getSchema(context)).path,
  })),
  listWorkflowVersions: buildVersionSample('listWorkflowVersions', async (context) => ({
    ...(await workflowSamples.getWorkflow(context)).path,
  })),
  listGeneralLedgerAccountVersions: buildVersionSample(
    'listGeneralLedgerAccountVersions',
    async (context) => ({
      ...(await generalLedgerSamples.getGeneralLedgerAccount(context)).path,
    }),
  ),
  listGeneralLedgerSettingsVersions: buildVersionSample(
    'listGeneralLedgerSettingsVersions',
    async (context) => {
      const request = generalLedgerSamples.updateGeneralLedgerSettings();
      await context.once('versions of the settings', async () => {
        await context.call('updateGeneralLedgerSettings', request);
        return 'settings';
      });
      return {};
    },
  ),
  listControlsVersions: buildVersionSample('listControlsVersions', async (context) => {
    await context.once('versions of the controls', async () => {
      const requestId = await submitControls(context);
      await context.call('approveChangeRequest', { path: { requestId }, body: {} });
      return requestId;
    });
    return {};
  }),
} satisfies Partial<Record<OperationName, Sample>>;

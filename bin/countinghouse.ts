// The CDK application: stages to stacks. `npx cdk deploy --all -c stage=NAME -c issuers='[…]'`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import { buildConsole } from '../local/console/console-build.ts';
import { readStage } from '../lib/config/stages.ts';
import { bundleFunctions, bundleNamed } from '../lib/constructs/lambda/bundles.ts';
import {
  listFunctionEntries,
  listNamedEntries,
  listOperationEntries,
} from '../lib/constructs/lambda/entries.ts';
import type { OpenApiDocument } from '../lib/constructs/api/gateway-document.ts';
import { REFERENCE_BUNDLE } from '../lib/constructs/reference/reference-function.ts';
import { writeReferenceSite } from '../lib/constructs/reference/reference-site.ts';
import { BatchesStack } from '../lib/stacks/batches-stack.ts';
import { ConsoleStack } from '../lib/stacks/console-stack.ts';
import { DataStack } from '../lib/stacks/data-stack.ts';
import { EvidenceStack } from '../lib/stacks/evidence-stack.ts';
import { IdentityStack } from '../lib/stacks/identity-stack.ts';
import { LedgerApiStack } from '../lib/stacks/ledger-api-stack.ts';
import { ObservabilityStack } from '../lib/stacks/observability-stack.ts';
import { ProjectionsStack } from '../lib/stacks/projections-stack.ts';
import { VerificationStack } from '../lib/stacks/verification-stack.ts';
import { WorkbenchApiStack } from '../lib/stacks/workbench-api-stack.ts';

if (process.argv.includes('--help')) {
  console.log(`npx cdk synth|diff|deploy --all -c stage=NAME -c issuers='[…]'

The CDK application, which the CDK runs; docs/deployment.md describes its context. Run by itself it
synthesizes into CDK_OUTDIR.`);
  process.exit();
}

const root = join(import.meta.dirname, '..');
// The local runner needs neither validation nor tree metadata.
const isDeployed = process.env['CDK_VALIDATION'] !== 'false';
const app = new App({ treeMetadata: isDeployed });
const stage = readStage(app.node);
const bundles = join(app.outdir, 'bundles');
const bundled = [
  bundleFunctions([listOperationEntries(), listFunctionEntries()], bundles),
  bundleNamed(listNamedEntries(), bundles),
];
writeReferenceSite(join(bundles, REFERENCE_BUNDLE, 'site'));
await Promise.all(bundled);

const contract = (api: string): OpenApiDocument =>
  JSON.parse(readFileSync(join(root, `schemas/generated/openapi-${api}.json`), 'utf8'));

if (isDeployed) {
  const { AwsSolutionsChecks } = await import('cdk-nag');
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
}

const name = (part: string) => `countinghouse-${stage.name}-${part}`;
const data = new DataStack(app, name('data'), { stage });
const identity = new IdentityStack(app, name('identity'), {
  stage,
  bundles,
  document: contract('identity'),
  key: data.key,
});
const issuers = [identity.issuer, ...stage.issuers];
const projections = new ProjectionsStack(app, name('projections'), {
  stage,
  bundles,
  key: data.key,
  tables: data.tables,
});
const tables = { ...data.tables, projections: projections.table };
const ledger = new LedgerApiStack(app, name('ledger'), {
  stage,
  bundles,
  document: contract('ledger'),
  issuers,
  identity,
  key: data.key,
  tables,
  artifacts: data.artifacts,
  evidence: data.evidence,
});
const workbench = new WorkbenchApiStack(app, name('workbench'), {
  stage,
  bundles,
  document: contract('workbench'),
  issuers,
  authorizer: ledger.authorizer,
  key: data.key,
  tables,
  identityTable: identity.table,
  artifacts: data.artifacts,
  evidence: data.evidence,
});
const evidence = new EvidenceStack(app, name('evidence'), {
  stage,
  bundles,
  key: data.key,
  tables,
  evidence: data.evidence,
});
const batches = new BatchesStack(app, name('batches'), {
  stage,
  bundles,
  key: data.key,
  tables,
  identityTable: identity.table,
  artifacts: data.artifacts,
  evidence: data.evidence,
  signing: evidence.signing,
});
// The projections stack holds the consumer that starts batches, so it is deployed first.
batches.addDependency(projections);
new VerificationStack(app, name('verification'), {
  stage,
  bundles,
  key: data.key,
  tables,
  evidence: data.evidence,
});
new ObservabilityStack(app, name('observability'), {
  stage,
  key: data.key,
  tables,
  identityTable: identity.table,
  consumers: projections.consumers,
});

// One machine serves the console from its files.
if (isDeployed) {
  const { folder } = await buildConsole();
  new ConsoleStack(app, name('console'), {
    stage,
    site: folder,
    addresses: {
      base_url: ledger.url,
      workbench_url: workbench.url,
      auth_url: identity.issuer.issuer,
    },
    artifacts: data.artifacts,
  });
}

app.synth();

// The CDK application: stages to stacks. `npx cdk deploy --all -c stage=NAME -c issuers='[…]'`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import { buildConsole } from '../local/console/console-build.ts';
import { acknowledgeEverywhere } from '../lib/constructs/findings/acknowledge.ts';
import { refuseUnknownFunctions } from '../lib/config/limits.ts';
import { readStage } from '../lib/config/stages.ts';
import { bundleFunctions, bundleNamed } from '../lib/constructs/lambda/bundles.ts';
import {
  listFunctionEntries,
  listNamedEntries,
  listOperationEntries,
} from '../lib/constructs/lambda/entries.ts';
import type { OpenApiDocument } from '../lib/constructs/api/gateway-document.ts';
import { buildStackTags } from '../lib/constructs/stack-tags.ts';
import { REFERENCE_BUNDLE } from '../lib/constructs/reference/reference-function.ts';
import { writeReferenceSite } from '../lib/constructs/reference/reference-site.ts';
import { BackupStack } from '../lib/stacks/backup-stack.ts';
import { BatchesStack } from '../lib/stacks/batches-stack.ts';
import { CanaryStack } from '../lib/stacks/canary-stack.ts';
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
const entries = [listOperationEntries(), listFunctionEntries()];
refuseUnknownFunctions(
  stage.reservedConcurrency,
  [...entries, listNamedEntries()].flatMap((list) => Object.keys(list)),
);
const bundles = join(app.outdir, 'bundles');
const bundled = [bundleFunctions(entries, bundles), bundleNamed(listNamedEntries(), bundles)];
writeReferenceSite(join(bundles, REFERENCE_BUNDLE, 'site'));
await Promise.all(bundled);

const contract = (api: string): OpenApiDocument =>
  JSON.parse(readFileSync(join(root, `schemas/generated/openapi-${api}.json`), 'utf8'));

if (isDeployed) {
  const nag = await import('cdk-nag');
  Validations.of(app).addPlugins(
    new nag.AwsSolutionsChecks(app),
    new nag.NIST80053R5Checks(app),
    new nag.HIPAASecurityChecks(app),
    new nag.PCIDSS321Checks(app),
    new nag.ServerlessChecks(app),
  );
}

/** The parts with data, keys or logs of their own. */
const STATEFUL = new Set(['data', 'identity', 'projections', 'evidence', 'backup']);

const name = (part: string) => `countinghouse-${stage.name}-${part}`;
const settings = (part: string) => ({
  stage,
  tags: buildStackTags(stage, part),
  // What only a restore could bring back; all else is made again by a deployment.
  terminationProtection: stage.isProtected && STATEFUL.has(part),
});
const data = new DataStack(app, name('data'), settings('data'));
const identity = new IdentityStack(app, name('identity'), {
  ...settings('identity'),
  bundles,
  document: contract('identity'),
  key: data.key,
});
const issuers = [identity.issuer, ...stage.issuers];
const projections = new ProjectionsStack(app, name('projections'), {
  ...settings('projections'),
  bundles,
  key: data.key,
});
const ledger = new LedgerApiStack(app, name('ledger'), {
  ...settings('ledger'),
  bundles,
  document: contract('ledger'),
  issuers,
  identityIssuer: identity.issuer.issuer,
  key: data.key,
  artifacts: data.artifacts,
  evidence: data.evidence,
});
const workbench = new WorkbenchApiStack(app, name('workbench'), {
  ...settings('workbench'),
  bundles,
  document: contract('workbench'),
  issuers,
  authorizer: ledger.authorizer,
  key: data.key,
  artifacts: data.artifacts,
  evidence: data.evidence,
});
const evidence = new EvidenceStack(app, name('evidence'), {
  ...settings('evidence'),
  bundles,
  key: data.key,
  evidence: data.evidence,
});
const batches = new BatchesStack(app, name('batches'), {
  ...settings('batches'),
  bundles,
  key: data.key,
  artifacts: data.artifacts,
  evidence: data.evidence,
  signing: evidence.signing,
});
const verification = new VerificationStack(app, name('verification'), {
  ...settings('verification'),
  bundles,
  key: data.key,
  evidence: data.evidence,
});
const observability = new ObservabilityStack(app, name('observability'), {
  ...settings('observability'),
  key: data.key,
  consumers: projections.consumers,
});

// They refer to the tables by name. The projections stack also holds the consumer that starts batches.
for (const stack of [ledger, workbench, evidence, batches, verification, observability]) {
  for (const definesTables of [data, projections, identity])
    stack.addStackDependency(definesTables);
}

if (stage.canary !== 'none') {
  const canary = new CanaryStack(app, name('canary'), {
    ...settings('canary'),
    bundles,
    key: data.key,
    issuer: identity.issuer.issuer,
  });
  canary.addStackDependency(ledger);
}

if (stage.backup) {
  const { backup } = stage;
  const backups = new BackupStack(app, name('backup'), {
    ...settings('backup'),
    key: data.key,
    backup,
  });
  backups.addStackDependency(identity);
}

// One machine serves the console from its files.
if (isDeployed) {
  const { folder } = await buildConsole();
  new ConsoleStack(app, name('console'), {
    ...settings('console'),
    key: data.key,
    site: folder,
    addresses: {
      base_url: ledger.url,
      workbench_url: workbench.url,
      auth_url: identity.issuer.issuer,
    },
    artifacts: data.artifacts,
  });
}

acknowledgeEverywhere(app);
app.synth();

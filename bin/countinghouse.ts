// The CDK application: stages to stacks. `npx cdk deploy --all -c stage=NAME -c issuers='[…]'`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { stageFrom } from '../lib/config/stages.ts';
import { bundleFunctions } from '../lib/constructs/bundles.ts';
import { functionEntries } from '../lib/constructs/entries.ts';
import type { OpenApiDocument } from '../lib/constructs/gateway-document.ts';
import { DataStack } from '../lib/stacks/data-stack.ts';
import { LedgerApiStack } from '../lib/stacks/ledger-api-stack.ts';
import { ObservabilityStack } from '../lib/stacks/observability-stack.ts';

const root = join(import.meta.dirname, '..');
const app = new App();
const stage = stageFrom(app.node);
const bundles = join(app.outdir, 'bundles');
await bundleFunctions(functionEntries(), bundles);

const document = JSON.parse(
  readFileSync(join(root, 'schemas/generated/openapi-ledger.json'), 'utf8'),
) as OpenApiDocument;

if (process.env['CDK_VALIDATION'] !== 'false') {
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
}

const name = (part: string) => `countinghouse-${stage.name}-${part}`;
const data = new DataStack(app, name('data'), { stage });
new LedgerApiStack(app, name('ledger'), {
  stage,
  bundles,
  document,
  key: data.key,
  tables: data.tables,
});
new ObservabilityStack(app, name('observability'), { stage, key: data.key, tables: data.tables });

app.synth();

// The CDK application: the file of a stage to its stacks. `npx cdk deploy --all -c stage=NAME`.
import { join } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import { readStageFile } from '../lib/config/stage-file.ts';
import type { NamedSettings } from '../lib/config/stage-file.ts';
import { readStage } from '../lib/config/stages.ts';
import { Countinghouse } from '../lib/countinghouse.ts';
import { bundleDeployment } from '../lib/deployment-build.ts';
import { buildConsole } from '../local/console/console-build.ts';

if (process.argv.includes('--help')) {
  console.log(`npx cdk synth|diff|deploy --all -c stage=NAME

The CDK application, which the CDK runs. It deploys the stage of the file stages/NAME.ts
(docs/deployment.md). Run by itself it synthesizes into CDK_OUTDIR.`);
  process.exit();
}

// The local runner needs neither validation nor tree metadata, and serves the console from its files.
const isDeployed = process.env['CDK_VALIDATION'] !== 'false';
const app = new App({ treeMetadata: isDeployed });
const { namePrefix, settings } = await readSettings(app.node);
const bundles = join(app.outdir, 'bundles');
const [site] = await Promise.all([
  isDeployed && settings.console !== false ? buildConsole() : undefined,
  bundleDeployment(bundles),
]);

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

new Countinghouse(app, 'Countinghouse', {
  ...settings,
  namePrefix,
  build: { bundles, site: site?.folder },
});
app.synth();

/** Settings that no stage can have end the program with their sentence: a stack would lead away from them. */
async function readSettings(node: App['node']): Promise<NamedSettings> {
  try {
    const named = await readStageFile(node);
    readStage(named.namePrefix, named.settings);
    return named;
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'Error') throw error;
    console.error(error.message);
    process.exit(1);
  }
}

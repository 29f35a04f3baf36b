// The steps that change the stage, and the list of all steps.
import { alarms } from './alarms-step.ts';
import { runSmokeTest, smoke, tour } from './check-steps.ts';
import { destroy } from './destroy-step.ts';
import type { ProofStep } from './proof.ts';
import { deployStage, runOnStage } from './stage-programs.ts';

/** Reserved for the canary. */
const TENANT = 'canary';

const deploy: ProofStep = {
  name: 'deploy',
  does: 'deploys the stage from this checkout, and sets its canary up',
  checks: 'the CDK and the set-up end without an error',
  run: async (context) => {
    await deployStage(context);
    await runOnStage(context, 'admin', 'canary', 'set-up', TENANT);
    return { seen: `${context.stage} is deployed` };
  },
};

/** Point-in-time recovery reaches up to about five minutes before now. */
const RECOVERABLE_MS = 8 * 60_000;

/** Until all that was posted before is recoverable. */
const WAIT_MS = 10 * 60_000;

const restore: ProofStep = {
  name: 'restore',
  does: 'waits ten minutes, and restores ledger and receipts to eight minutes before, under new names',
  checks: 'the restored ledger verifies',
  run: async (context) => {
    await context.sleep(WAIT_MS);
    const at = new Date(Date.now() - RECOVERABLE_MS).toISOString().replace(/\.\d+Z$/, 'Z');
    const printed = await runOnStage(context, 'restore', '--to', at, '--apply');
    const parameters = [...printed.matchAll(/--parameters (\S+)/g)].map(([, one = '']) => one);
    if (parameters.length === 0) throw new Error('The restore printed no parameters.');
    const tables = parameters.flatMap((one) => /Table\w*=(.+)$/.exec(one)?.[1] ?? []);
    return {
      seen: `${tables.join(', ')} are as of ${at}`,
      facts: { parameters: parameters.join(' '), restoredTables: tables.join(',') },
    };
  },
};

const switchTables: ProofStep = {
  name: 'switch',
  does: 'switches the stage to the restored tables, and rebuilds what derives from them',
  checks: 'the ledger verifies, and the smoke test passes',
  run: async (context) => {
    const { parameters = '' } = context.facts;
    // The deletion of an earlier stage has left none either.
    if (parameters === '') throw new Error('There are no restored tables: --from restore.');
    await deployStage(context, { parameters: parameters.split(' ') });
    await runOnStage(context, 'projections', 'rebuild', 'all');
    await runOnStage(context, 'evidence', 'rebuild', '--apply');
    await runOnStage(context, 'verify');
    return { seen: await runSmokeTest(await context.openStage()) };
  },
};

const release: ProofStep = {
  name: 'release',
  does: 'deploys the previous release over this one, and this one again',
  checks: 'both deployments end, and the smoke test passes after each',
  run: async (context) => {
    // An earlier release may publish no addresses, and has the same.
    const access = await context.openStage();
    await deployStage(context, { folder: context.previous });
    await runSmokeTest(access);
    await deployStage(context);
    await runSmokeTest(access);
    return { seen: `deployed and used: ${context.previous}, then this checkout` };
  },
};

const verify: ProofStep = {
  name: 'verify',
  does: 'verifies the ledger',
  checks: 'no record differs from the receipts',
  run: async (context) => ({ seen: (await runOnStage(context, 'verify')).trim() }),
};

/** All steps, in order. */
export const PROOF_STEPS: readonly ProofStep[] = [
  deploy,
  smoke,
  tour,
  alarms,
  restore,
  switchTables,
  release,
  verify,
  destroy,
];

// The steps that use a stage over its APIs; they run on one machine as well.
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { requestToken } from '../../functions/canary/canary-calls.ts';
import { runCanary } from '../../functions/canary/canary-steps.ts';
import { maskAnswer, readSteps, runSteps } from './documented-steps.ts';
import type { ProofStep, StageAccess } from './proof.ts';

/** Two, so that the unit goes to and fro. */
const RUNS = 2;

/** Uses the stage as its canary does, with two accounts of its own. Throws with the step of the canary that failed. */
export async function runSmokeTest(access: StageAccess): Promise<string> {
  for (let run = 0; run < RUNS; run += 1) {
    await runCanary({ ...access, user: 'smoke', name: randomUUID() });
  }
  const { addresses } = access;
  return `signed in at ${addresses.issuer}, posted and read back ${RUNS} times at ${addresses.ledger}`;
}

export const smoke: ProofStep = {
  name: 'smoke',
  does: 'signs in, posts, repeats and reads back, as the canary does',
  checks: 'balances and entry are what the posting answered',
  run: async ({ openStage }) => ({ seen: await runSmokeTest(await openStage()) }),
};

/** Runs the README's tour against the stage. Throws when an answer differs from what the README shows. */
export async function runTour({ addresses, readCredentials }: StageAccess): Promise<string> {
  const token = await requestToken(addresses, await readCredentials());
  // The tour names its keys, so it would repeat the answers of an earlier one on the same stage.
  const own = randomUUID().slice(0, 8);
  const [setUp, ...documented] = readSteps('README.md', '## A tour', '## Deploy');
  const start = (setUp?.command ?? '')
    .replace(/BASE=.*/, `BASE=${addresses.ledger}`)
    .replace(/TOKEN=.*/, `TOKEN=${token}`);
  const steps = documented.map(({ command, answer }) => {
    return {
      command: command.replaceAll("'Idempotency-Key: tour-", `'Idempotency-Key: ${own}-`),
      answer,
    };
  });
  const [, ...answers] = await runSteps([{ command: start, answer: undefined }, ...steps]);
  const shown = steps.filter(({ answer }) => answer !== undefined);
  steps.forEach(({ command, answer }, index) => {
    const found = answers[index] ?? '';
    if (answer === undefined || isDeepStrictEqual(maskAnswer(found), maskAnswer(answer))) return;
    throw new Error(`The tour answered ${found} to ${command.split('\n')[0]}`);
  });
  return `${shown.length} answers are as the README shows them`;
}

export const tour: ProofStep = {
  name: 'tour',
  does: 'runs the tour of README.md, with a token of the canary',
  checks: 'each answer is the one that the README shows',
  run: async ({ openStage }) => ({ seen: await runTour(await openStage()) }),
};

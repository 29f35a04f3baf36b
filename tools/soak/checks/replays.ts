// Checks that a repeated request gets the same answer, byte for byte.
import { performIntent } from '../intended-request.ts';
import { checkInParallel } from './check.ts';
import type { SoakCheck } from './check.ts';

/** The number of replays per tenant; they are spread evenly over a longer soak test. */
const REPLAYS_MAX = 1_500;

export const checkReplays: SoakCheck = async ({ operators, observations }) => {
  const replayed = observations.flatMap(({ acknowledged }) => {
    const step = Math.ceil(acknowledged.length / REPLAYS_MAX);
    return acknowledged.filter((_, index) => index % step === 0);
  });
  const findings = await checkInParallel(replayed, async ({ intent, answer }) => {
    const again = await performIntent(operators, intent);
    const isSame = again.status === answer.status && again.text === answer.text;
    if (isSame && again.headers.get('Idempotency-Replayed') === 'true') return [];
    const answers = `${answer.status} ${answer.text} and then ${again.status} ${again.text}`;
    return [`${intent.tenant}: ${intent.operation} ${intent.key} was answered ${answers}`];
  });
  return { subject: `${replayed.length} answers replayed`, findings: findings.flat() };
};

// Whatever was acknowledged is answered the same when it is asked again, byte for byte.
import { performIntent } from '../intended-request.ts';
import { mapInParallel } from './check.ts';
import type { SoakCheck } from './check.ts';

/** Of a long soak, so many of each tenant, spread over all of it. */
const REPLAYS_MAX = 1_500;

export const checkReplays: SoakCheck = async ({ operators, observations: observed }) => {
  const all = observed.flatMap(({ acknowledged }) => {
    const every = Math.ceil(acknowledged.length / REPLAYS_MAX);
    return acknowledged.filter((_, index) => index % every === 0);
  });
  const findings = await mapInParallel(all, async ({ intent, answer }) => {
    const again = await performIntent(operators, intent);
    const isSame = again.status === answer.status && again.text === answer.text;
    if (isSame && again.headers.get('Idempotency-Replayed') === 'true') return [];
    const answers = `${answer.status} ${answer.text} and then ${again.status} ${again.text}`;
    return [`${intent.tenant}: ${intent.operation} ${intent.key} was answered ${answers}`];
  });
  return { subject: `${all.length} answers replayed`, findings: findings.flat() };
};

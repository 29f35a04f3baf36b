// Whatever was acknowledged is answered the same when it is asked again, byte for byte.
import { perform } from '../intent.ts';
import { each } from './check.ts';
import type { Check } from './check.ts';

/** Of a long soak, so many of each tenant, spread over all of it. */
const REPLAYS_MAX = 1_500;

export const replays: Check = async ({ operators, memories }) => {
  const all = memories.flatMap(({ acknowledged }) => {
    const every = Math.ceil(acknowledged.length / REPLAYS_MAX);
    return acknowledged.filter((_, index) => index % every === 0);
  });
  const findings = await each(all, async ({ intent, answer }) => {
    const again = await perform(operators, intent);
    const isSame = again.status === answer.status && again.text === answer.text;
    if (isSame && again.headers.get('Idempotency-Replayed') === 'true') return [];
    const told = `${answer.status} ${answer.text} and then ${again.status} ${again.text}`;
    return [`${intent.tenant}: ${intent.operation} ${intent.key} was answered ${told}`];
  });
  return { what: `${all.length} answers replayed`, findings: findings.flat() };
};

// Resolves the names of receivers. Those of one tenant must not wait for the name servers of another.
import { lookup } from 'node:dns';
import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';

/** Resolves a name to all of its addresses. */
export type ResolveName = (
  name: string,
  done: (error: Error | null, addresses: readonly LookupAddress[]) => void,
) => void;

/** As the system does, names of this machine included. It uses one of the few threads that all lookups share. */
export const resolveBySystem: ResolveName = (name, done) =>
  lookup(name, { all: true }, (error, addresses) => done(error, error ? [] : addresses));

const TRY_MS = 3_000;
const TRIES = 2;

/** By the name servers themselves, without a thread, until the signal ends it. */
export function resolveByServers(signal: AbortSignal, servers?: readonly string[]): ResolveName {
  return (name, done) => {
    const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES });
    if (servers) resolver.setServers(servers);
    const cancel = () => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    void Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]).then(
      ([four, six]) => {
        signal.removeEventListener('abort', cancel);
        const addresses = [...toAddresses(four, 4), ...toAddresses(six, 6)];
        // A name may have addresses of one kind only.
        if (addresses.length > 0) done(null, addresses);
        else done((four as PromiseRejectedResult).reason as Error, []);
      },
    );
  };
}

function toAddresses(
  found: PromiseSettledResult<readonly string[]>,
  family: 4 | 6,
): readonly LookupAddress[] {
  return found.status === 'fulfilled' ? found.value.map((address) => ({ address, family })) : [];
}

// What a piece of work asks of the store.
import type { WatchedLedger } from '../stack/ledger.ts';

/** The requests and the capacity units of the work. What a busy engine had to be asked again counts once. */
export async function countRequests({ proxy }: WatchedLedger, work: () => Promise<unknown>) {
  proxy.requests.length = 0;
  await work();
  const requests = [
    ...new Map(proxy.requests.map((request) => [request.invocation, request])).values(),
  ];
  const sum = (units: 'readUnits' | 'writeUnits') =>
    requests.reduce((total, request) => total + request[units], 0);
  const operations = requests.map(({ operation }) => operation);
  return { operations, readUnits: sum('readUnits'), writeUnits: sum('writeUnits') };
}

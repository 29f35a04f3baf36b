// After a change the page shows readings that began after it, also when its first one is still under way.
import { expect, test } from '@jest/globals';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { readAgain } from '../../console/src/api/read-again.ts';

test('a first reading that began before the change is given up for one after it', async () => {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const stored: string[] = [];
  const first = Promise.withResolvers<void>();
  let readings = 0;
  const observer = new QueryObserver<string[]>(queries, {
    queryKey: ['listSchemas'],
    queryFn: async () => {
      readings += 1;
      const seen = [...stored];
      if (readings === 1) await first.promise;
      return seen;
    },
  });
  const endWatching = observer.subscribe(() => undefined);

  stored.push('branch');
  const ended = readAgain(queries);
  first.resolve();
  await ended;
  expect(observer.getCurrentResult().data).toEqual(['branch']);
  expect(readings).toBe(2);
  endWatching();
  queries.clear();
});

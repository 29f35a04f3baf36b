import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

const READ_AGAIN_MS = 2_000;
/** An event reaches its receiver within moments; one that takes longer is seen when the list is read again. */
const READS_MAX = 15;

const FOLLOWED: ReadonlySet<unknown> = new Set([
  'getWebhook',
  'getWebhookDelivery',
  'listWebhookDeliveries',
]);

/** Reads the deliveries and the webhook again for half a minute, each time that something more was sent. */
export function useFollowedDeliveries(sent: number): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (sent === 0) return undefined;
    let reads = 0;
    const timer = setInterval(() => {
      reads += 1;
      if (reads === READS_MAX) clearInterval(timer);
      // A reading that takes longer than the pause is not given up.
      void queries.invalidateQueries(
        { predicate: ({ queryKey: [, operation] }) => FOLLOWED.has(operation) },
        { cancelRefetch: false },
      );
    }, READ_AGAIN_MS);
    return () => clearInterval(timer);
  }, [sent, queries]);
}

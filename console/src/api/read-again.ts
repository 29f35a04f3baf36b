import type { QueryClient } from '@tanstack/react-query';

/**
 * Reads again what the page shows, after something has changed. A first reading that is still under way
 * is given up: it may be older than the change, and would be shown as if it were newer.
 */
export async function readAgain(queries: QueryClient): Promise<void> {
  await queries.cancelQueries();
  await queries.invalidateQueries();
}

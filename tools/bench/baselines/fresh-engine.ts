// The engine without the product, as a baseline.
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startEngine } from '../../../local/engines/engine.ts';
import { HttpClient } from '../http/http-client.ts';
import type { BenchContext } from '../report/measurement.ts';
import type { RecordedRequest } from '../http/recording-proxy.ts';

export interface FreshEngine {
  readonly endpoint: string;
  readonly client: HttpClient;
  stop(): Promise<void>;
}

/** Starts an engine on an empty folder, as the product does. */
export function startFreshEngine(bench: BenchContext): Promise<FreshEngine> {
  return startEngineAt(bench, mkdtempSync(join(bench.folder, 'engine-')));
}

/** Starts an engine in memory, for millions of records that are read once. */
export function startInMemoryEngine(bench: BenchContext): Promise<FreshEngine> {
  return startEngineAt(bench);
}

async function startEngineAt(
  { engine: kind }: BenchContext,
  dataFolder?: string,
): Promise<FreshEngine> {
  const engine = await startEngine({ kind, ...(dataFolder !== undefined && { dataFolder }) });
  const client = new HttpClient(engine.endpoint);
  return {
    endpoint: engine.endpoint,
    client,
    stop: async () => {
      client.close();
      await engine.stop();
      if (dataFolder !== undefined) rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

/** Sends recorded requests in order; concurrent ones are sent concurrently. */
export async function replayRequests(
  client: HttpClient,
  requests: readonly RecordedRequest[],
): Promise<void> {
  for (const [, together] of Map.groupBy(requests, ({ group }) => group)) {
    await Promise.all(together.map((request) => client.requireSuccess(request)));
  }
}

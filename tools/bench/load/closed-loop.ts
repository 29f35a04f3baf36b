// Closed loop: every client sends its next request after the answer to the last one.

export interface LoopMeasurements {
  readonly perSecond: number;
  /** Milliseconds of each request. */
  readonly durations: readonly number[];
}

/**
 * Performs the work of all lanes. The same client does the work of a lane in order, so that nothing
 * in one lane runs concurrently.
 */
export async function runClosedLoop<Work>(
  clients: number,
  lanes: readonly (readonly Work[])[],
  perform: (work: Work) => Promise<unknown>,
): Promise<LoopMeasurements> {
  const durations: number[] = [];
  const startedAt = performance.now();
  const shares = Array.from({ length: clients }, (_, client) => pickShare(client, clients, lanes));
  await Promise.all(
    shares.map(async (share) => {
      for (const work of share) {
        const sentAt = performance.now();
        await perform(work);
        durations.push(performance.now() - sentAt);
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  return { perSecond: durations.length / seconds, durations };
}

function pickShare<Work>(
  client: number,
  clients: number,
  lanes: readonly (readonly Work[])[],
): Work[] {
  const own = lanes.filter((_, lane) => lane % clients === client);
  const length = Math.max(0, ...own.map((lane) => lane.length));
  return Array.from({ length }, (_, turn) =>
    own.flatMap((lane) => lane.slice(turn, turn + 1)),
  ).flat();
}

// Closed loop: every client sends its next piece of work when the last one was answered.

export interface LoopMeasurements {
  readonly perSecond: number;
  /** Milliseconds of each piece of work. */
  readonly durations: readonly number[];
}

/**
 * Performs the work of all lanes. A lane's pieces are done one after another, in order, and always by the
 * same client, so that what is in one lane never runs at the same time.
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

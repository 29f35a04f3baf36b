// A short stretch of load on one side.
import { closedLoop } from './closed-loop.ts';
import type { LoopFigures } from './closed-loop.ts';
import { cpuMilliseconds } from './processes.ts';
import type { Side } from './transfer-sides.ts';

export interface Level {
  readonly clients: number;
  /** Transfers of each lane in one slice. */
  readonly transfers: number;
}

export interface Slice extends LoopFigures {
  /** Milliseconds of a processor for each transfer. */
  readonly cpu: { readonly product: number; readonly engine: number; readonly client: number };
}

/** A slice of each side, taken one after the other. */
export interface Turn {
  readonly clients: number;
  readonly http: Slice;
  readonly sdk: Slice;
  readonly engine: Slice;
}

export async function measureSlice(side: Side, { clients, transfers }: Level): Promise<Slice> {
  const used = () => [
    cpuMilliseconds(side.productPids),
    cpuMilliseconds(side.enginePids),
    cpuMilliseconds([process.pid]),
  ];
  const before = used();
  const figures = await closedLoop(clients, side.take(transfers), (transfer) => transfer());
  const count = figures.durations.length;
  const spent = used().map((after, index) => (after - (before[index] ?? 0)) / count);
  const [product = 0, engine = 0, client = 0] = spent;
  return { ...figures, cpu: { product, engine, client } };
}

// A short period of load on one side.
import { runClosedLoop } from './closed-loop.ts';
import type { LoopMeasurements } from './closed-loop.ts';
import { readCpuMs, readThreadCpuMs } from './processes.ts';
import type { TransferSide } from './transfer-sides.ts';

export interface LoadLevel {
  readonly clients: number;
  /** Transfers of each lane in one slice. */
  readonly transfers: number;
}

interface SliceCpu {
  readonly product: number;
  /** Of the product, the threads of the function that posts: what Lambda bills. */
  readonly posting: number;
  readonly engine: number;
  readonly client: number;
}

export interface LoadSlice extends LoopMeasurements {
  /** Milliseconds of CPU time per transfer. */
  readonly cpu: SliceCpu;
}

export async function measureSlice(
  side: TransferSide,
  { clients, transfers }: LoadLevel,
): Promise<LoadSlice> {
  const used = () => [
    readCpuMs(side.productPids),
    readPostingMs(side),
    readCpuMs(side.enginePids),
    readCpuMs([process.pid]),
  ];
  const before = used();
  const figures = await runClosedLoop(clients, side.take(transfers), (transfer) => transfer());
  const count = figures.durations.length;
  const spent = used().map((after, index) => (after - (before[index] ?? 0)) / count);
  const [product = 0, posting = 0, engine = 0, client = 0] = spent;
  return { ...figures, cpu: { product, posting, engine, client } };
}

function readPostingMs({ productPids, postingThreads }: TransferSide): number {
  if (postingThreads === undefined) return 0;
  return productPids.reduce((sum, pid) => sum + readThreadCpuMs(pid, postingThreads), 0);
}

// The same transfers on three sides, in turns: over HTTP, and their requests sent by a bare SDK client and by a
// minimal one.
import type { BenchContext } from '../report/measurement.ts';
import { measureSlice } from '../load/load-slice.ts';
import type { LoadLevel, LoadSlice } from '../load/load-slice.ts';
import { recordTransfers } from '../load/recorded-transfers.ts';
import { startEngineSide, startHttpSide, startSdkSide } from '../load/transfer-sides.ts';
import type { TransferSide } from '../load/transfer-sides.ts';
import type { TransferPlan } from '../load/transfers.ts';

export type ComparedSideName = 'http' | 'sdk' | 'engine';

export type ComparedSides = Readonly<Record<ComparedSideName, TransferSide>>;

/** A slice of each side, measured one after the other. */
export interface MeasuredTurn extends Readonly<Record<ComparedSideName, LoadSlice>> {
  readonly clients: number;
}

interface ComparedTransfers {
  readonly sides: ComparedSides;
  readonly requestsPerTransfer: number;
}

/** Makes the plan's transfers ready on each side, and stops the sides after `measure`. */
export async function compareSides<Result>(
  bench: BenchContext,
  plan: TransferPlan,
  measure: (compared: ComparedTransfers) => Promise<Result>,
): Promise<Result> {
  bench.progress('recording transfers');
  const recorded = await recordTransfers(bench, plan);
  const sides: ComparedSides = {
    http: await startHttpSide(bench, plan),
    sdk: await startSdkSide(bench, recorded),
    engine: await startEngineSide(bench, recorded),
  };
  try {
    return await measure({ sides, requestsPerTransfer: recorded.requestsPerTransfer });
  } finally {
    for (const side of Object.values(sides)) await side.stop();
  }
}

export async function measureTurn(sides: ComparedSides, level: LoadLevel): Promise<MeasuredTurn> {
  return {
    clients: level.clients,
    http: await measureSlice(sides.http, level),
    sdk: await measureSlice(sides.sdk, level),
    engine: await measureSlice(sides.engine, level),
  };
}

import type { Store } from '../../../functions/ledger/store/store.ts';
import { openLocalStore, openStageStore } from '../../verification/connect.ts';
import { readRunningStack } from '../running-stack.ts';
import type { AdminOptions } from '../command.ts';

/** Opens the tables of the ledger of the local stack or of the stage that the options select. */
export async function openLedger({
  stage,
  data,
  stack,
}: Pick<AdminOptions, 'stage' | 'data' | 'stack'>): Promise<Store> {
  return stage === undefined
    ? openLocalStore(readRunningStack({ data, stack }).ledger)
    : await openStageStore(stage);
}

// The load of the throughput measurements: transfers between separate accounts for every lane.
import { randomUUID } from 'node:crypto';
import { buildFundingBody, buildRentBody } from '../../samples/accounts.ts';
import { buildAccountBody } from '../../samples/request-bodies.ts';
import type { RunningProduct, ProductCall } from './running-product.ts';

export interface TransferPlan {
  readonly lanes: number;
  readonly accountsPerLane: number;
  /** Requests of each lane. */
  readonly transfersPerLane: number;
  /** Absent: one transfer in each request; otherwise as many in a batch. */
  readonly entriesPerRequest?: number;
}

/** Transfers to send, by lane: those of one lane share accounts, different lanes share none. */
export type TransferLanes = ProductCall[][];

const KEY = /bench-lane-(\d+)-[\w-]+/;

/** Opens and funds the accounts and builds the transfers. */
export async function prepareTransfers(
  product: RunningProduct,
  plan: TransferPlan,
): Promise<TransferLanes> {
  return Promise.all(
    Array.from({ length: plan.lanes }, async (_, lane) => {
      const accounts: string[] = [];
      for (let count = 0; count < plan.accountsPerLane; count += 1) {
        accounts.push(await openFundedAccount(product));
      }
      return Array.from({ length: plan.transfersPerLane }, (__, turn) =>
        buildLaneRequest(plan, accounts, { lane, turn }),
      );
    }),
  );
}

/** Transfers from each account of the lane to the next, continued by the following turn. */
function buildLaneRequest(
  { entriesPerRequest }: TransferPlan,
  accounts: readonly string[],
  { lane, turn }: { readonly lane: number; readonly turn: number },
): ProductCall {
  const count = entriesPerRequest ?? 1;
  const bodies = Array.from({ length: count }, (_, index) => {
    const first = turn * count + index;
    const [from = '', to = ''] = [first, first + 1].map((n) => accounts[n % accounts.length]);
    return buildRentBody(from, to);
  });
  const key = `bench-lane-${lane}-${randomUUID()}`;
  return entriesPerRequest === undefined
    ? buildPostingRequest(bodies[0], key)
    : { ...buildPostingRequest({ entries: bodies }, key), path: '/api/journal-entries/batch' };
}

/** The key of the transfer to which the text of an engine's request belongs. */
export function findKey(text: string): string | undefined {
  return KEY.exec(text)?.[0];
}

export function readLane(key: string): number {
  return Number(KEY.exec(key)?.[1]);
}

export async function openFundedAccount(
  product: RunningProduct,
  productId = 'current',
): Promise<string> {
  const opened = await product.requireSuccess({
    method: 'POST',
    path: '/api/accounts',
    permission: 'finance.write',
    body: buildAccountBody({ product_id: productId }),
    key: randomUUID(),
  });
  const { id } = JSON.parse(opened) as { id: string };
  await product.requireSuccess(buildPostingRequest(buildFundingBody(id), randomUUID()));
  return id;
}

/** A transfer between two accounts, to be sent under the key. */
export function buildTransferRequest(from: string, to: string, key: string): ProductCall {
  return buildPostingRequest(buildRentBody(from, to), key);
}

function buildPostingRequest(body: unknown, key: string): ProductCall {
  const path = '/api/journal-entries';
  return { method: 'POST', path, permission: 'finance.write', body, key };
}

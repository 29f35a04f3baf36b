// What a bulk decision is about: how many requests, of how many makers, and their totals.
import type { RequestSummary } from '../../../../../client/client.ts';

export interface BulkSummary {
  readonly count: number;
  readonly makers: number;
  readonly totals: readonly BulkTotal[];
  /** Requests that add to no total. */
  readonly withoutAmount: number;
}

export interface BulkTotal {
  /** Empty for amounts without a currency. */
  readonly currency: string;
  readonly amount: string;
}

export function summarizeRequests(requests: readonly RequestSummary[]): BulkSummary {
  const totals = new Map<string, bigint>();
  let withoutAmount = 0;
  for (const { amount, currency = '' } of requests) {
    if (amount === undefined) withoutAmount += 1;
    else totals.set(currency, (totals.get(currency) ?? 0n) + readCents(amount));
  }
  return {
    count: requests.length,
    makers: new Set(requests.map(({ requested_by }) => requested_by)).size,
    totals: [...totals].map(([currency, cents]) => ({ currency, amount: formatCents(cents) })),
    withoutAmount,
  };
}

// Amounts of the API have two decimals, and those of requests no sign.
function readCents(amount: string): bigint {
  return BigInt(amount.replace('.', ''));
}

function formatCents(cents: bigint): string {
  const digits = cents.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

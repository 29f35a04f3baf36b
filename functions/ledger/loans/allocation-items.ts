// An amount for each part of a loan, as a member of items and back.
import type { Allocation } from '../../domain/loans/loans.ts';
import { toMinorUnits, money } from '../../domain/values/money.ts';
import { readMinorUnits } from '../store/attributes.ts';

export function toAllocationItem({ principal, interest, fees }: Allocation) {
  return {
    principal: toMinorUnits(principal),
    interest: toMinorUnits(interest),
    fees: toMinorUnits(fees),
  };
}

export function fromAllocationItem(stored: unknown, currency: string): Allocation {
  const part = (name: string) =>
    money(readMinorUnits(stored as Record<string, unknown>, name), currency);
  return { principal: part('principal'), interest: part('interest'), fees: part('fees') };
}

// An amount for each part of a loan, as a member of items and back.
import type { Allocation } from '../../domain/loans/loans.ts';
import { minorOf, money } from '../../domain/values/money.ts';
import { minor } from '../store/stored.ts';

export function allocationItem({ principal, interest, fees }: Allocation) {
  return { principal: minorOf(principal), interest: minorOf(interest), fees: minorOf(fees) };
}

export function allocationOf(stored: unknown, currency: string): Allocation {
  const part = (name: string) => money(minor(stored as Record<string, unknown>, name), currency);
  return { principal: part('principal'), interest: part('interest'), fees: part('fees') };
}

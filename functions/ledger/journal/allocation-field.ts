// An amount for each part of a loan: a map in the record, of the currency that stands beside it.
import type { Allocation } from '../../domain/loans/loans.ts';
import { formatMoney, minorOf, money } from '../../domain/values/money.ts';
import { attribute } from '../store/field-kinds.ts';
import type { Field } from '../store/fields.ts';
import { map, minor, text } from '../store/stored.ts';

type Amounts = Record<keyof Allocation, string>;

export function allocation<Name extends string>(
  name: Name,
): Field<Allocation, Record<Name, Amounts>> {
  return attribute(name, {
    read: (item): Allocation => {
      const parts = map(item, name);
      const currency = text(item, 'currency');
      const part = (of: keyof Allocation) => money(minor(parts, of), currency);
      return { principal: part('principal'), interest: part('interest'), fees: part('fees') };
    },
    write: ({ principal, interest, fees }) => {
      return { principal: minorOf(principal), interest: minorOf(interest), fees: minorOf(fees) };
    },
    show: showAllocation,
  });
}

export function showAllocation({ principal, interest, fees }: Allocation): Amounts {
  return {
    principal: formatMoney(principal),
    interest: formatMoney(interest),
    fees: formatMoney(fees),
  };
}

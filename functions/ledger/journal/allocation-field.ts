// An amount for each part of a loan: a map in the item, in the currency of the item.
import type { Allocation } from '../../domain/loans/loans.ts';
import { formatMoney, toMinorUnits, money } from '../../domain/values/money.ts';
import { attribute } from '../store/field-kinds.ts';
import type { Field } from '../store/fields.ts';
import { map, readMinorUnits, readText } from '../store/attributes.ts';

type AllocationAmounts = Record<keyof Allocation, string>;

export function allocation<Name extends string>(
  name: Name,
): Field<Allocation, Record<Name, AllocationAmounts>> {
  return attribute(name, {
    read: (item): Allocation => {
      const parts = map(item, name);
      const currency = readText(item, 'currency');
      const part = (of: keyof Allocation) => money(readMinorUnits(parts, of), currency);
      return { principal: part('principal'), interest: part('interest'), fees: part('fees') };
    },
    write: ({ principal, interest, fees }) => {
      return {
        principal: toMinorUnits(principal),
        interest: toMinorUnits(interest),
        fees: toMinorUnits(fees),
      };
    },
    show: showAllocation,
  });
}

export function showAllocation({ principal, interest, fees }: Allocation): AllocationAmounts {
  return {
    principal: formatMoney(principal),
    interest: formatMoney(interest),
    fees: formatMoney(fees),
  };
}

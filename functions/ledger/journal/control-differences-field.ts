// The differences of an entry from its control accounts: a list of maps in the item, in the currency of
// the item.
import type { ControlDifference } from '../../domain/journal/entry-draft.ts';
import { formatMoney, money, NO_CURRENCY, toMinorUnits } from '../../domain/values/money.ts';
import { isMap, list, readMinorUnits, readText } from '../store/attributes.ts';
import type { Attributes } from '../store/attributes.ts';
import { attribute, readOptionalText } from '../store/field-kinds.ts';
import type { Field } from '../store/fields.ts';

type Differences = readonly ControlDifference[];

interface DifferenceView {
  readonly account_code: string;
  readonly expected: string;
  readonly found: string;
}

export function controlDifferences<Name extends string>(
  name: Name,
): Field<Differences | undefined, Partial<Record<Name, DifferenceView[]>>> {
  return readOptionalText(
    attribute(name, {
      read: (item): Differences => {
        const currency = item['currency'] === undefined ? NO_CURRENCY : readText(item, 'currency');
        return list(item, name, isMap).map((one) => fromStored(one, currency));
      },
      write: (differences) =>
        differences.map(({ accountCode, expected, found }) => {
          return {
            code: accountCode,
            expected: toMinorUnits(expected),
            found: toMinorUnits(found),
          };
        }),
      show: (differences): DifferenceView[] =>
        differences.map(({ accountCode, expected, found }) => {
          return {
            account_code: accountCode,
            expected: formatMoney(expected),
            found: formatMoney(found),
          };
        }),
    }),
  );
}

function fromStored(stored: Attributes, currency: string): ControlDifference {
  return {
    accountCode: readText(stored, 'code'),
    expected: money(readMinorUnits(stored, 'expected'), currency),
    found: money(readMinorUnits(stored, 'found'), currency),
  };
}

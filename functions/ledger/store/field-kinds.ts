// The kinds of rows in a field table. A row shows what it stores, unless its kind differs.
import {
  readCurrency,
  formatMoney,
  toMinorUnits,
  money as moneyOf,
} from '../../domain/values/money.ts';
import type { Money } from '../../domain/values/money.ts';
import type { Field } from './fields.ts';
import { readKeyTenant } from './keys.ts';
import * as stored from './attributes.ts';
import type { Attributes } from './attributes.ts';

type EmptyView = Record<never, never>;

interface Kind<Value, Shown> {
  readonly read: (item: Attributes, name: string) => Value;
  readonly write?: (value: Value) => unknown;
  readonly show?: (value: Value) => Shown;
}

/** A property in an attribute of its own; `member` is its name in answers, if that differs. */
export function attribute<Value, Name extends string, Member extends string = Name, Shown = Value>(
  name: Name,
  { read, write, show }: Kind<Value, Shown>,
  member?: Member,
): Field<Value, Record<NoInfer<Member>, Shown>> {
  return {
    attribute: name,
    read: (item) => read(item, name),
    write: (value, item) => {
      item[name] = write ? write(value) : value;
    },
    show: (value, view) => {
      view[member ?? name] = show ? show(value) : value;
    },
  };
}

/** A text, or one of a closed set of texts, which only the ledger writes. */
export function text<Value extends string, Name extends string, Member extends string = Name>(
  name: Name,
  member?: Member,
): Field<Value, Record<NoInfer<Member>, Value>> {
  return attribute(name, { read: (item) => stored.readText(item, name) as Value }, member);
}

export function count<Name extends string>(name: Name): Field<number, Record<Name, number>> {
  return attribute(name, { read: stored.readCount, write: BigInt });
}

export function flag<Name extends string>(name: Name): Field<boolean, Record<Name, boolean>> {
  return attribute(name, { read: stored.flag });
}

export function texts<Name extends string>(
  name: Name,
): Field<readonly string[], Record<Name, string[]>> {
  const isText = (part: unknown) => typeof part === 'string';
  const read = (item: Attributes): readonly string[] => stored.list(item, name, isText);
  return attribute(name, { read, show: (value) => [...value] });
}

/** A free-form value, stored as JSON text because it is always read as a whole. */
export function json<Value, Name extends string>(name: Name): Field<Value, Record<Name, Value>> {
  const read = (item: Attributes) => stored.json(item, name) as Value;
  return attribute(name, { read, write: (value) => JSON.stringify(value) });
}

/** Bytes, hexadecimal in the domain; not part of any answer. */
export function hex(name: string): Field<string, EmptyView> {
  return hidden(attribute(name, { read: stored.hex, write: (value) => Buffer.from(value, 'hex') }));
}

/** An amount in minor units, in the currency of the same item. */
export function amount<Name extends string>(name: Name): Field<Money, Record<Name, string>> {
  return attribute(name, {
    read: (item) => moneyOf(stored.readMinorUnits(item, name), stored.readText(item, 'currency')),
    write: toMinorUnits,
    show: formatMoney,
  });
}

/** An amount together with its currency. */
export function money<Name extends string>(
  name: Name,
): Field<Money, Record<Name | 'currency', string>> {
  const { read, write, show } = amount(name);
  const both = (add: typeof write) => (value: Money, to: Record<string, unknown>) => {
    add(value, to);
    to['currency'] = readCurrency(value);
  };
  return { attribute: name, read, write: both(write), show: both(show) };
}

/** The identifier that is the record's sort key. */
export function sortKey(): Field<string, { id: string }> {
  return unstored('id', (item) => stored.readText(item, 'SK'));
}

/** The tenant that owns the record's partition. */
export function tenant(): Field<string, { tenant_id: string }> {
  return unstored('tenant_id', (item) => readKeyTenant(stored.readText(item, 'PK')));
}

/** A property that the key or the kind of the record determines, so that it needs no attribute. */
export function unstored<Value, Member extends string>(
  member: Member,
  read: (item: Attributes) => Value,
): Field<Value, Record<Member, Value>> {
  const show = (value: Value, view: Record<string, unknown>) => {
    view[member] = value;
  };
  return { read, write: () => undefined, show };
}

export function readOptionalText<Value, View extends object>(
  row: Field<Value, View>,
): Field<Value | undefined, Partial<View>> {
  const { attribute: name = '' } = row;
  const read = (item: Attributes) => (item[name] === undefined ? undefined : row.read(item));
  // Field tables write and show only defined values, so write and show need no change.
  return { ...row, read } as Field<Value | undefined, Partial<View>>;
}

/** A property that is stored but not part of any answer. */
export function hidden<Value>(row: Field<Value, object>): Field<Value, EmptyView> {
  return { ...row, show: () => undefined };
}

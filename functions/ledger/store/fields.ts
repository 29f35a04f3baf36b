// Field tables: how a noun is stored and shown, with one row for each property.
import type { Item } from './item.ts';
import type { Key } from './keys.ts';
import type { Attributes } from './attributes.ts';

/** How one property is stored and shown. An optional property is absent, never undefined. */
export interface Field<Value, View extends object> {
  /** The name that errors use; absent if the key of the record determines the property. */
  readonly attribute?: string;
  readonly read: (item: Attributes) => Value;
  readonly write: (value: Value, item: Record<string, unknown>) => void;
  readonly show: (value: Value, view: Record<string, unknown>) => void;
  /** Only for the compiler: the members of an answer that the property shows. */
  readonly view?: View;
}

/** Maps a noun to items and views, and back from items. */
export interface Fields<Noun, View> {
  readonly attributes: readonly string[];
  readonly toAttributes: (noun: Noun) => Record<string, unknown>;
  readonly toItem: (key: Key, noun: Noun) => Item;
  /** Throws a TypeError that names the damaged attribute. */
  readonly fromItem: (item: Attributes) => Noun;
  readonly toView: (noun: Noun) => View;
}

type Table<Noun> = { readonly [Name in keyof Noun]-?: Field<Noun[Name], object> };
/** Makes a row for an unknown property a compile error. */
type Only<Noun, Rows> = Readonly<Record<Exclude<keyof Rows, keyof Noun>, never>>;

type Intersection<Union> = (Union extends unknown ? (part: Union) => void : never) extends (
  whole: infer Whole,
) => void
  ? Whole
  : never;
type RowView<Row> = Row extends Field<infer _Value, infer View> ? View : never;
type ViewOf<Rows> = Intersection<{ [Name in keyof Rows]: RowView<Rows[Name]> }[keyof Rows]>;

/**
 * The field table of a noun: every property exactly once, in the order in which answers show them. For
 * example `fields<Rule>()({ id: text('rule_id', 'id'), … })`.
 */
export function fields<Noun extends object>() {
  return <const Rows extends Table<Noun>>(
    rows: Rows & Only<Noun, Rows>,
  ): Fields<Noun, ViewOf<Rows>> => {
    // Give all rows one object shape: these loops run on every posting.
    const table = Object.entries<Field<unknown, object>>(rows).map(
      ([name, { read, write, show }]) => ({ name: name as keyof Noun, read, write, show }),
    );
    const addAttributes = (item: Record<string, unknown>, noun: Noun) => {
      for (const { name, write } of table) {
        const value = noun[name];
        if (value !== undefined) write(value, item);
      }
      return item;
    };
    return {
      attributes: Object.values<Field<unknown, object>>(rows).flatMap((row) => row.attribute ?? []),
      toAttributes: (noun) => addAttributes({}, noun),
      toItem: ({ PK, SK }, noun) => addAttributes({ PK, SK }, noun) as Item,
      fromItem: (item) => {
        const noun: Partial<Record<keyof Noun, unknown>> = {};
        for (const { name, read } of table) {
          const value = read(item);
          if (value !== undefined) noun[name] = value;
        }
        return noun as Noun;
      },
      toView: (noun) => {
        const view: Record<string, unknown> = {};
        for (const { name, show } of table) {
          const value = noun[name];
          if (value !== undefined) show(value, view);
        }
        return view as ViewOf<Rows>;
      },
    };
  };
}

/** The view of a field table as an answer of the contract; must show exactly its members. */
export function viewOf<Body extends object>() {
  return <Noun, Shown extends Body>(
    { toView }: Fields<Noun, Shown>,
    ..._superfluous: Exclude<keyof Shown, keyof Body> extends never ? [] : [never]
  ): ((noun: Noun) => Body) => toView;
}

// The texts of the console. Each area has a catalogue, and the compiler knows its keys and their placeholders:
// a text that is missing, or a value that it lacks, does not compile.

/** One text, or one for each plural form that English has, chosen by the value `count`. */
type MessageText = string | { readonly one: string; readonly other: string };

export type MessageCatalogue = Readonly<Record<string, MessageText>>;

type PlaceholderOf<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholderOf<Rest>
  : never;

type NamesIn<Message> = Message extends { readonly one: infer One; readonly other: infer Other }
  ? PlaceholderOf<One> | PlaceholderOf<Other>
  : PlaceholderOf<Message>;

type MessageValues<Message> = [NamesIn<Message>] extends [never]
  ? readonly []
  : readonly [values: Readonly<Record<NamesIn<Message>, string | number>>];

export type MessageFormatter<Catalogue> = <Key extends keyof Catalogue>(
  key: Key,
  ...values: MessageValues<Catalogue[Key]>
) => string;

/** Changes every text but its values, for tests that find what is not in a catalogue. */
let transform: (text: string) => string = (text) => text;

export function transformMessages(change: (text: string) => string): void {
  transform = change;
}

/** Makes the function that formats the texts of a catalogue. */
export function defineMessages<const Catalogue extends MessageCatalogue>(
  catalogue: Catalogue,
): MessageFormatter<Catalogue> {
  return (key, ...given) => {
    const [values = {}] = given as readonly [Readonly<Record<string, string | number>>?];
    const text = chooseForm(catalogue[key] as MessageText, values['count']);
    return text.replace(/\{(\w+)\}|[^{]+/g, (part, name?: string) =>
      name === undefined ? transform(part) : formatValue(values[name]),
    );
  };
}

const plurals = new Intl.PluralRules('en');

function chooseForm(message: MessageText, count: string | number | undefined): string {
  if (typeof message === 'string') return message;
  const isOne = typeof count === 'number' && plurals.select(count) === 'one';
  return isOne ? message.one : message.other;
}

function formatValue(value: string | number | undefined): string {
  return typeof value === 'number' ? value.toLocaleString() : (value ?? '');
}

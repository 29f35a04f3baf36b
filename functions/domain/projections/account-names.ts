// account_name_lists: the accounts by the start of their names, one list for each first character. A name
// never changes, so an account stays where it is.
import { readPayload, readTextMember } from './event-payload.ts';
import { formatListedId } from './projector.ts';
import type { Projector } from './projector.ts';

const LISTED = { isListed: true };
/** A name is listed by this many characters: keys are limited, and few names differ only after so many. */
const LISTED_CHARACTERS_MAX = 32;
/** No name has it, so the identifier after it is found again; it sorts before all characters of names. */
const SEPARATOR = '\t';

export const accountNameLists: Projector = {
  name: 'account_name_lists',
  hasFinalRecords: true,

  touches(event) {
    const { type } = event;
    if (type !== 'account.created') return [];
    const account = readPayload(event);
    const name = foldName(readTextMember(account, 'name', type));
    const id = `${toListedName(name)}${SEPARATOR}${readTextMember(account, 'id', type)}`;
    return name === '' ? [] : [formatListedId('name', readFirstCharacter(name), id)];
  },

  apply: (state = LISTED) => state,

  payload: () => ({}),
};

/** The name as names are compared: without case, accents, and spaces before it or repeated. */
export function foldName(name: string): string {
  return foldCase(name.normalize('NFKD').replace(/[\u0300-\u036f]/g, ''))
    .replace(/\s+/g, ' ')
    .trimStart();
}

// Small letters alone do not do: ß has no capital of its own in most texts, and the small sigma depends on what
// follows it, which the start of a name lacks.
function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}

/** No rest of a listed name comes after it. */
const LAST_REST = '\u{10FFFF}'.repeat(LISTED_CHARACTERS_MAX);

/** Where the accounts are listed whose folded names start with the prefix, which is not empty. */
export interface NameRange {
  readonly list: string;
  readonly from: string;
  readonly to: string;
}

/** The part of the lists that has the names with this start, and perhaps a few more. */
export function findNameRange(prefix: string): NameRange {
  const from = toListedName(prefix);
  return { list: `name#${readFirstCharacter(prefix)}`, from, to: `${from}${LAST_REST}` };
}

/** The account of an identifier in a list of names. */
export function readNamedAccount(listedId: string): string {
  return listedId.slice(listedId.lastIndexOf(SEPARATOR) + 1);
}

// `#` separates the parts of the key.
function toListedName(name: string): string {
  return [...name].slice(0, LISTED_CHARACTERS_MAX).join('').replaceAll('#', ' ');
}

function readFirstCharacter(name: string): string {
  return [...name][0] ?? '';
}

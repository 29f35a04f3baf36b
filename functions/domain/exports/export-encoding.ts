/** The character sets that an export can be requested in, by their IANA names. */
export const EXPORT_ENCODINGS = ['UTF-8', 'ISO-8859-15', 'US-ASCII'] as const;

export type ExportEncoding = (typeof EXPORT_ENCODINGS)[number];

export const DEFAULT_ENCODING: ExportEncoding = 'UTF-8';

/** What stands for a character that the set lacks and that no accent explains. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  '€': 'EUR',
  œ: 'oe',
  Œ: 'OE',
  æ: 'ae',
  Æ: 'AE',
  ß: 'ss',
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '«': '"',
  '»': '"',
  '–': '-',
  '—': '-',
};
const UNKNOWN = '?';

const OUTSIDE_OF_ASCII = /[^\x20-\x7e]/gu;
// ISO 8859-15 is ISO 8859-1 with eight characters exchanged for these.
const OUTSIDE_OF_LATIN_9 =
  /[^\x20-\x7e\xa0-\xa3\xa5\xa7\xa9-\xb3\xb5-\xb7\xb9-\xbb\xbf-\xff€ŠšŽžŒœŸ]/gu;

/**
 * Returns the text in the characters of the set: a character that it lacks becomes the nearest one, or
 * a question mark. Control characters do not belong to any set.
 */
export function fitText(text: string, encoding: ExportEncoding): string {
  // To a reader of the file, U+FFFD stands for bytes outside of its set.
  if (encoding === 'UTF-8') return text.toWellFormed().replaceAll('\ufffd', UNKNOWN);
  const outside = encoding === 'US-ASCII' ? OUTSIDE_OF_ASCII : OUTSIDE_OF_LATIN_9;
  return text
    .normalize('NFC')
    .replace(outside, (character) => REPLACEMENTS[character] ?? removeAccents(character))
    .replace(outside, UNKNOWN);
}

function removeAccents(character: string): string {
  return character.normalize('NFKD').replace(/\p{Mark}+/gu, '');
}

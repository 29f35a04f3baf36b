// Describes how the file of an older system is written.

export type TextEncodingName = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** With the contract's member names. */
export interface ImportOptions {
  /** The delimiter of a CSV file; a comma by default. */
  readonly delimiter?: ',' | ';' | '\t' | '|';
  /** Maps a heading of the file to a field's name; null leaves the column out. */
  readonly header_mapping?: Readonly<Record<string, string | null>>;
  readonly decimal_separator?: '.' | ',';
  /** YYYY, MM and DD in the file's order with its separators; YYYY-MM-DD by default. */
  readonly date_format?: string;
  /** By default the encoding of the file's byte order mark, or UTF-8. */
  readonly encoding?: TextEncodingName;
}

export const ISO_DATE = 'YYYY-MM-DD';

/** Converts text of the file to the form that the record check takes. */
export type Conversion = (text: string) => string;

/** Builds the conversion of the file's amounts to the record form; undefined where both are the same. */
export function buildAmountConversion({ decimal_separator: separator }: ImportOptions) {
  if (separator !== ',') return undefined;
  // Swapping both characters keeps a stray point a fault: it becomes a comma.
  return (text: string) => text.replace(/[.,]/g, (character) => (character === ',' ? '.' : ','));
}

/** Builds the conversion of the file's dates to the record form; undefined where both are the same. */
export function buildDateConversion({ date_format: format = ISO_DATE }: ImportOptions) {
  if (format === ISO_DATE) return undefined;
  const pattern = buildDatePattern(format);
  return (text: string) => {
    const { year, month, day } = pattern.exec(text)?.groups ?? {};
    // A date in another form, even the record's own, is not valid in this file.
    return year === undefined ? `?${text}` : `${year}-${month}-${day}`;
  };
}

/** Whether the text names year, month and day once each. */
export function isDateFormat(format: string): boolean {
  return /^[YMD./ -]{8,10}$/.test(format) && format.replace(/YYYY|MM|DD/g, '').search(/[YMD]/) < 0
    ? ['YYYY', 'MM', 'DD'].every((part) => format.split(part).length === 2)
    : false;
}

function buildDatePattern(format: string): RegExp {
  const source = format
    .replace(/[./ -]/g, (character) => `\\${character}`)
    .replace('YYYY', '(?<year>\\d{4})')
    .replace('MM', '(?<month>\\d{2})')
    .replace('DD', '(?<day>\\d{2})');
  return new RegExp(`^${source}$`);
}

// How a file of an older system is written.

export type TextEncodingName = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** In the words of the contract. */
export interface ImportOptions {
  /** Between the columns of a CSV file; by default a comma. */
  readonly delimiter?: ',' | ';' | '\t' | '|';
  /** From a heading of the file to the field's name; null leaves the column out. */
  readonly header_mapping?: Readonly<Record<string, string | null>>;
  readonly decimal_separator?: '.' | ',';
  /** YYYY, MM and DD in the file's order, with what stands between them; by default YYYY-MM-DD. */
  readonly date_format?: string;
  /** By default what the file's byte order mark says, or UTF-8. */
  readonly encoding?: TextEncodingName;
}

export const ISO_DATE = 'YYYY-MM-DD';

/** A text of the file in the form that the check of a record takes. */
export type Conversion = (text: string) => string;

/** Turns the amounts of a file into those of a record; undefined where they are the same. */
export function buildAmountConversion({ decimal_separator: separator }: ImportOptions) {
  if (separator !== ',') return undefined;
  // A point in such a file is no decimal separator: turned round it stays what it is, a fault.
  return (text: string) => text.replace(/[.,]/g, (character) => (character === ',' ? '.' : ','));
}

/** Turns the dates of a file into those of a record; undefined where they are the same. */
export function buildDateConversion({ date_format: format = ISO_DATE }: ImportOptions) {
  if (format === ISO_DATE) return undefined;
  const pattern = buildDatePattern(format);
  return (text: string) => {
    const { year, month, day } = pattern.exec(text)?.groups ?? {};
    // A date of another form, even the record's own, is none of this file.
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

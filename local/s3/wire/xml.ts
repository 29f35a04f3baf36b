// The little XML that S3 speaks: documents of elements and text, without attributes that matter.

export type Xml = string | number | boolean | undefined | XmlObject | XmlObject[];
export type XmlObject = { [element: string]: Xml };

const namespace = 'http://s3.amazonaws.com/doc/2006-03-01/';
const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};
const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

export function xmlDocument(root: string, content: XmlObject): string {
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>';
  return `${declaration}\n<${root} xmlns="${namespace}">${elements(content)}</${root}>`;
}

function elements(content: XmlObject): string {
  return Object.entries(content)
    .flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((one) => [name, one]))
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `<${name}>${textOf(value as Xml)}</${name}>`)
    .join('');
}

function textOf(value: Xml): string {
  if (typeof value === 'object') return elements(value as XmlObject);
  return String(value).replace(/[&<>"\r]/g, (character) => entities[character] ?? character);
}

/** The contents of every element of that name, in order, as they stand in the document. */
export function contentsOf(xml: string, name: string): string[] {
  const pattern = new RegExp(`<${name}(?:\\s[^>]*)?>([^]*?)</${name}>`, 'g');
  return [...xml.matchAll(pattern)].map(([, content = '']) => content);
}

/** The text of the first element of that name. */
export function textIn(xml: string, name: string): string | undefined {
  return contentsOf(xml, name)[0]?.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, unescaped);
}

function unescaped(all: string, decimal?: string, hex?: string, name?: string): string {
  if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
  if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
  return named[name ?? ''] ?? all;
}

// Reads and writes the subset of XML that S3 uses: elements and text. Attributes are ignored.

export type XmlValue = string | number | boolean | undefined | XmlObject | XmlObject[];
export interface XmlObject {
  readonly [element: string]: XmlValue;
}

const NAMESPACE = 'http://s3.amazonaws.com/doc/2006-03-01/';
const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};
const NAMED_ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

export function buildXmlDocument(root: string, content: XmlObject): string {
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>';
  return `${declaration}\n<${root} xmlns="${NAMESPACE}">${formatElements(content)}</${root}>`;
}

function formatElements(content: XmlObject): string {
  return Object.entries(content)
    .flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((one) => [name, one]))
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `<${name}>${formatText(value as XmlValue)}</${name}>`)
    .join('');
}

function formatText(value: XmlValue): string {
  if (typeof value === 'object') return formatElements(value as XmlObject);
  return String(value).replace(/[&<>"\r]/g, (character) => ENTITIES[character] ?? character);
}

/** The contents of every element with this name, in order and still escaped. */
export function listElementContents(xml: string, name: string): string[] {
  const pattern = new RegExp(`<${name}(?:\\s[^>]*)?>([^]*?)</${name}>`, 'g');
  return [...xml.matchAll(pattern)].map(([, content = '']) => content);
}

/** The unescaped text of the first element with this name. */
export function findElementText(xml: string, name: string): string | undefined {
  return listElementContents(xml, name)[0]?.replace(
    /&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi,
    unescapeEntity,
  );
}

function unescapeEntity(all: string, decimal?: string, hex?: string, name?: string): string {
  if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
  if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
  return NAMED_ENTITIES[name ?? ''] ?? all;
}

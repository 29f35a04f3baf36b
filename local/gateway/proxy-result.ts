// Reads the result of a Lambda proxy integration as the gateway sends it to the client.
import { validateHeaderName, validateHeaderValue } from 'node:http';
import { isObject } from '../cloudformation/template.ts';
import type { Json } from '../cloudformation/template.ts';

export interface ProxyResult {
  readonly statusCode: number;
  readonly headers: [name: string, values: string[]][];
  readonly body: string;
  readonly isBase64Encoded: boolean;
}

// API Gateway sets these headers itself, and sends the function's values under another name.
const REMAPPED_HEADERS = new Set(['connection', 'date', 'server', 'www-authenticate']);
const COMPUTED_HEADERS = new Set(['content-length', 'transfer-encoding']);

/** Returns undefined for a malformed result, which API Gateway answers with 502. */
export function readProxyResult(result: Json): ProxyResult | undefined {
  if (!isObject(result)) return undefined;
  const { headers, multiValueHeaders, body, isBase64Encoded } = result;
  const statusCode = Number(result.statusCode ?? Number.NaN);
  if (!Number.isInteger(statusCode) || statusCode < 200 || statusCode > 599) return undefined;
  if (body !== undefined && body !== null && typeof body !== 'string') return undefined;
  const merged = mergeHeaders(headers ?? {}, multiValueHeaders ?? {});
  if (!merged?.every(isValidHeader)) return undefined;
  return {
    statusCode,
    headers: addContentType(merged),
    body: body ?? '',
    isBase64Encoded: isBase64Encoded === true,
  };
}

function mergeHeaders(single: Json, multiple: Json): [string, string[]][] | undefined {
  if (!isObject(single) || !isObject(multiple)) return undefined;
  const merged = new Map<string, [string, string[]]>();
  for (const [name, values] of [...Object.entries(single), ...Object.entries(multiple)]) {
    const list = Array.isArray(values) ? values : [values];
    if (list.some((value) => value === null || typeof value === 'object')) return undefined;
    const lower = name.toLowerCase();
    if (COMPUTED_HEADERS.has(lower)) continue;
    const sent = REMAPPED_HEADERS.has(lower) ? `x-amzn-Remapped-${name}` : name;
    merged.set(lower, [sent, list.map(String)]);
  }
  return [...merged.values()];
}

function isValidHeader([name, values]: [string, string[]]): boolean {
  try {
    validateHeaderName(name);
    values.forEach((value) => validateHeaderValue(name, value));
    return true;
  } catch {
    return false;
  }
}

function addContentType(headers: [string, string[]][]): [string, string[]][] {
  const given = headers.some(([name]) => name.toLowerCase() === 'content-type');
  return given ? headers : [...headers, ['Content-Type', ['application/json']]];
}

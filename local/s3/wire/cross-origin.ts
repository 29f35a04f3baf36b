// The rules of a bucket for pages of other origins (CORS), as S3 applies them: the first rule that allows the
// request counts, and answers to other requests say nothing.
import type { IncomingMessage } from 'node:http';
import type { S3Answer } from './s3-answer.ts';
import { S3Error } from '../s3-error.ts';
import { findElementText, listElementContents } from './xml.ts';

export interface CrossOriginRule {
  readonly origins: readonly string[];
  readonly methods: readonly string[];
  /** In lower case. */
  readonly requestHeaders: readonly string[];
  readonly exposedHeaders: readonly string[];
  readonly seconds: number | undefined;
}

/** Reads the configuration of a bucket. A wildcard is refused, because the local S3 would not heed it. */
export function parseCrossOriginRules(xml: string): CrossOriginRule[] {
  if (xml.includes('*')) {
    throw new S3Error('NotImplemented', 'The local S3 takes CORS rules without wildcards.');
  }
  return listElementContents(xml, 'CORSRule').map((rule) => {
    const seconds = findElementText(rule, 'MaxAgeSeconds');
    return {
      origins: listElementContents(rule, 'AllowedOrigin'),
      methods: listElementContents(rule, 'AllowedMethod'),
      requestHeaders: listElementContents(rule, 'AllowedHeader').map((one) => one.toLowerCase()),
      exposedHeaders: listElementContents(rule, 'ExposeHeader'),
      seconds: seconds === undefined ? undefined : Number(seconds),
    };
  });
}

type CrossOriginRequest = Pick<IncomingMessage, 'method' | 'headers'>;

const VARY = 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method';

/** The headers that let a page read the answer to its request; none for what no rule allows. */
export function buildCrossOriginHeaders(
  rules: readonly CrossOriginRule[],
  { method = '', headers }: CrossOriginRequest,
): Record<string, string> {
  const { origin } = headers;
  const rule = origin === undefined ? undefined : findRule(rules, { origin, method, names: [] });
  if (origin === undefined || !rule) return {};
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': rule.methods.join(', '),
    ...(rule.exposedHeaders.length > 0 && {
      'access-control-expose-headers': rule.exposedHeaders.join(', '),
    }),
    ...(rule.seconds !== undefined && { 'access-control-max-age': String(rule.seconds) }),
    vary: VARY,
  };
}

/** Answers a preflight. Throws an S3Error for what no rule allows. */
export function answerPreflight(
  rules: readonly CrossOriginRule[],
  { headers }: CrossOriginRequest,
): S3Answer {
  const { origin, 'access-control-request-method': method } = headers;
  if (origin === undefined || method === undefined) {
    throw new S3Error('InvalidRequest', 'Insufficient information. Origin request header needed.');
  }
  const names = (headers['access-control-request-headers'] ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  if (!findRule(rules, { origin, method, names })) {
    throw new S3Error('AccessForbidden', 'CORSResponse: This CORS request is not allowed.');
  }
  return {
    headers: {
      ...buildCrossOriginHeaders(rules, { method, headers }),
      ...(names.length > 0 && { 'access-control-allow-headers': names.join(', ') }),
    },
  };
}

function findRule(
  rules: readonly CrossOriginRule[],
  {
    origin,
    method,
    names,
  }: { readonly origin: string; readonly method: string; readonly names: readonly string[] },
): CrossOriginRule | undefined {
  return rules.find(
    ({ origins, methods, requestHeaders }) =>
      origins.includes(origin) &&
      methods.includes(method) &&
      names.every((name) => requestHeaders.includes(name)),
  );
}

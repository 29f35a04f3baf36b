// Reports faults for callers: the location (a JSON pointer into the body, or the parameter's name) and
// the reason.
import { Refusal } from '../domain/refusals/refusals.ts';
import { escapePointer } from '../domain/values/json-pointers.ts';
import {
  ACCOUNT_CODE_PATTERN,
  AMOUNT_PATTERN,
  CURRENCY_PATTERN,
  ID_LIST_PATTERN,
  LEGAL_BASIS_PATTERN,
  LINE_PATTERN,
} from '../domain/values/text-patterns.ts';
import type { Contract, ValidationFault, Validator } from './contract.ts';

const FAULTS_MAX = 20;
/** Up to this length, a refused body is checked for every fault. */
const THOROUGH_CHARACTERS_MAX = 16_384;

export interface RawRequest {
  readonly path: Record<string, string>;
  readonly query: Record<string, string>;
  readonly body: unknown;
}

/** Returns the request as its schema types it, with defaults. Refuses with invalid_request. */
export function validateRequest<Request>(contract: Contract<Request>, raw: RawRequest): Request {
  // An operation without parameters knows none of those that a request has.
  const parameters = contract.parameters
    ? { path: { ...raw.path }, query: { ...raw.query } }
    : { path: {}, query: {} };
  const faults = [
    ...findFaults(contract.parameters, parameters, describeParameterFault),
    ...findBodyFaults(contract, raw.body),
  ];
  if (faults.length > 0) throw buildInvalidRequest(faults);
  return { ...parameters, body: raw.body } as Request;
}

/**
 * The names of the query parameters that the operation does not know. Validation drops them from the
 * request.
 */
export function listUnknownParameters(
  { query }: Pick<RawRequest, 'query'>,
  request: { readonly query?: object },
): string[] {
  const known = request.query ?? {};
  return Object.keys(query).filter((name) => !Object.hasOwn(known, name));
}

/** Builds the refusal of an invalid request from one sentence for each fault. */
export function buildInvalidRequest(faults: readonly string[]): Refusal {
  return new Refusal('invalid_request', limitFaults(faults));
}

/** Returns the JSON pointer to a value in the body, as sentences of faults start with it. */
export function formatPointer(path: readonly string[]): string {
  return path.length === 0 ? 'the body' : path.map((part) => `/${escapePointer(part)}`).join('');
}

function findBodyFaults(
  { body, bodyFaults: thorough }: Contract<unknown>,
  value: unknown,
): string[] {
  const first = findFaults(body, value, describeBodyFault);
  // A change that is previewed may have no body at all.
  const text = value === undefined ? '' : JSON.stringify(value);
  const isSmall = first.length > 0 && text.length <= THOROUGH_CHARACTERS_MAX;
  return isSmall ? findFaults(thorough, value, describeBodyFault) : first;
}

function findFaults(
  validator: Validator | undefined,
  value: unknown,
  sentence: (fault: ValidationFault) => string,
): string[] {
  if (!validator || validator(value)) return [];
  return (validator.errors ?? []).map(sentence);
}

function limitFaults(faults: readonly string[]): string[] {
  const unique = [...new Set(faults)];
  const left = unique.length - FAULTS_MAX;
  return left > 0 ? [...unique.slice(0, FAULTS_MAX), `and ${left} more faults`] : unique;
}

function describeBodyFault(fault: ValidationFault): string {
  const where = buildPointer(fault);
  return `${where === '' ? 'the body' : where} ${describeFault(fault)}`;
}

function describeParameterFault(fault: ValidationFault): string {
  const [, location = '', ...names] = buildPointer(fault).split('/');
  return `${location} parameter ${names.join('/')} ${describeFault(fault)}`;
}

function buildPointer({ instancePath, keyword, params }: ValidationFault): string {
  const member = {
    required: params['missingProperty'],
    additionalProperties: params['additionalProperty'],
  }[keyword];
  return typeof member === 'string' ? `${instancePath}/${escapePointer(member)}` : instancePath;
}

/** What the patterns of amounts, currencies and longer texts require, for people. */
const PATTERN_REQUIREMENTS: Readonly<Record<string, string>> = {
  [LINE_PATTERN]: 'must not contain control characters or line breaks',
  [AMOUNT_PATTERN]:
    'must be an amount with two decimals and no sign, such as "1250.00", at most 36 digits before the point',
  [CURRENCY_PATTERN]: 'must be three uppercase letters, such as EUR',
  [ID_LIST_PATTERN]: 'must be 1 to 100 identifiers with commas between them',
  [LEGAL_BASIS_PATTERN]:
    'must start with a visible character and contain no control characters or line breaks',
  [ACCOUNT_CODE_PATTERN]: 'must be words of visible characters with single spaces between them',
};

function describeFault({ keyword, params, message = 'is invalid' }: ValidationFault): string {
  if (keyword === 'required') return 'is required';
  if (keyword === 'additionalProperties') return 'is not allowed';
  if (keyword === 'enum')
    return `must be one of ${(params['allowedValues'] as string[]).join(', ')}`;
  const requirement = keyword === 'pattern' && PATTERN_REQUIREMENTS[String(params['pattern'])];
  return requirement || message;
}

// Faults in the caller's words: where (a JSON pointer into the body, or the parameter's name) and what.
import { Refusal } from '../domain/refusals/refusals.ts';
import type { Contract, Fault, Validator } from './contract.ts';

const FAULTS_MAX = 20;
/** Up to this length a refused body is looked through for every fault. */
const THOROUGH_CHARACTERS_MAX = 16_384;

export interface RawRequest {
  readonly path: Record<string, string>;
  readonly query: Record<string, string>;
  readonly body: unknown;
}

/** The request as its schema types it, defaults filled in. Refuses with invalid_request. */
export function validate<Request>(contract: Contract<Request>, raw: RawRequest): Request {
  const parameters = { path: { ...raw.path }, query: { ...raw.query } };
  const faults = [
    ...faultsOf(contract.parameters, parameters, parameterFault),
    ...bodyFaults(contract, raw.body),
  ];
  if (faults.length > 0) throw new Refusal('invalid_request', shortened(faults));
  return { ...parameters, body: raw.body } as Request;
}

function bodyFaults({ body, bodyFaults: thorough }: Contract<unknown>, value: unknown): string[] {
  const first = faultsOf(body, value, bodyFault);
  const isSmall = first.length > 0 && JSON.stringify(value).length <= THOROUGH_CHARACTERS_MAX;
  return isSmall ? faultsOf(thorough, value, bodyFault) : first;
}

function faultsOf(
  validator: Validator | undefined,
  value: unknown,
  sentence: (fault: Fault) => string,
): string[] {
  if (!validator || validator(value)) return [];
  return (validator.errors ?? []).map(sentence);
}

function shortened(faults: readonly string[]): string[] {
  const unique = [...new Set(faults)];
  const left = unique.length - FAULTS_MAX;
  return left > 0 ? [...unique.slice(0, FAULTS_MAX), `and ${left} more faults`] : unique;
}

function bodyFault(fault: Fault): string {
  const where = pointerTo(fault);
  return `${where === '' ? 'the body' : where} ${whatIsWrong(fault)}`;
}

function parameterFault(fault: Fault): string {
  const [, place = '', ...names] = pointerTo(fault).split('/');
  return `${place} parameter ${names.join('/')} ${whatIsWrong(fault)}`;
}

function pointerTo({ instancePath, keyword, params }: Fault): string {
  const member = {
    required: params['missingProperty'],
    additionalProperties: params['additionalProperty'],
  }[keyword];
  return typeof member === 'string' ? `${instancePath}/${escaped(member)}` : instancePath;
}

function escaped(member: string): string {
  return member.slice(0, 80).replaceAll('~', '~0').replaceAll('/', '~1');
}

function whatIsWrong({ keyword, params, message = 'is invalid' }: Fault): string {
  if (keyword === 'required') return 'is required';
  if (keyword === 'additionalProperties') return 'is not allowed';
  if (keyword === 'enum')
    return `must be one of ${(params['allowedValues'] as string[]).join(', ')}`;
  return message;
}

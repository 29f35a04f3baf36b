// The access log of a stage: one line for each request in the format of the template, as API Gateway writes it.
import { isObject, requireText } from '../../cloudformation/template.ts';
import type { JsonObject } from '../../cloudformation/template.ts';
import type { VariableReader } from '../gateway-responses.ts';

export interface AccessLogSettings {
  /** Of its file here; CloudFormation names the log group. */
  readonly name: string;
  readonly format: string;
}

const REFERENCE = /\$(context(?:\.\w+)+)/g;

// Those that the local gateway knows: an access log that silently lacks a member would differ from AWS.
const KNOWN =
  /^context\.((extendedR|r)equestId|requestTime|identity\.sourceIp|httpMethod|path|resourcePath|status|responseLength|responseLatency|integrationLatency|integration\.(requestId|status|error)|error\.responseType|authorizer\.\w+)$/;

/** What API Gateway writes for a variable without a value. */
const MISSING = '-';

/** Reads the access log of a stage. Throws for a format with a variable that the runner does not know. */
export function readAccessLog(stage: JsonObject, name: string): AccessLogSettings | undefined {
  const { AccessLogSetting: setting } = stage;
  if (!isObject(setting)) return undefined;
  const format = requireText(setting.Format, 'AccessLogSetting');
  for (const [, variable = ''] of format.matchAll(REFERENCE)) {
    if (!KNOWN.test(variable))
      throw new Error(`The access log has $${variable}, which is not known here.`);
  }
  return { name, format };
}

/** The line of a request. Values are written as they are, within the quotes of the format. */
export function renderAccessLine({ format }: AccessLogSettings, valueOf: VariableReader): string {
  return format.replaceAll(REFERENCE, (_, name: string) => escapeText(valueOf(name)));
}

function escapeText(value: string | undefined): string {
  if (value === undefined || value === '') return MISSING;
  return JSON.stringify(value).slice(1, -1);
}

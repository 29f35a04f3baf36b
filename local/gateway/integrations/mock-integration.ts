// A MOCK integration: API Gateway answers without a backend. The request's template names the status, and
// the response for that status has headers and a body of its own.
import { isObject } from '../../cloudformation/template.ts';
import type { Json, JsonObject } from '../../cloudformation/template.ts';
import { GatewayRefusal, readResponseForm, renderResponseForm } from '../gateway-responses.ts';
import type { RenderedResponse, ResponseForm, VariableReader } from '../gateway-responses.ts';

export interface MockIntegration {
  readonly type: 'MOCK';
  /** Requests with another Content-Type are refused, as no template is for them. */
  readonly mediaTypes: ReadonlySet<string>;
  readonly response: ResponseForm & { readonly statusCode: number };
}

const MEDIA_TYPE_DEFAULT = 'application/json';

/** Throws for what API Gateway would do and the local gateway does not. */
export function readMockIntegration(what: string, integration: JsonObject): MockIntegration {
  const { requestTemplates, passthroughBehavior, contentHandling, responses } = integration;
  if (String(passthroughBehavior).toLowerCase() !== 'never') {
    throw new Error(
      `${what}: the local gateway knows MOCK integrations that pass nothing through.`,
    );
  }
  // Otherwise API Gateway answers 500 to a body of a binary media type.
  if (contentHandling !== 'CONVERT_TO_TEXT') {
    throw new Error(`${what}: the local gateway knows MOCK integrations that read bodies as text.`);
  }
  const templates = Object.entries(isObject(requestTemplates) ? requestTemplates : {});
  const statuses = new Set(templates.map(([, template]) => readStatus(what, template)));
  const { default: only, ...others } = isObject(responses) ? responses : {};
  if (only === undefined || Object.keys(others).length > 0 || statuses.size !== 1) {
    throw new Error(`${what}: the local gateway knows MOCK integrations with one response only.`);
  }
  const response = readResponseForm(what, only, 'method.response.header.');
  const { statusCode } = response;
  if (statusCode === undefined) throw new Error(`${what}: the response has no statusCode.`);
  return {
    type: 'MOCK',
    mediaTypes: new Set(templates.map(([mediaType]) => mediaType.toLowerCase())),
    response: { ...response, statusCode },
  };
}

function readStatus(what: string, template: Json): string {
  const [, status] = /^\s*\{\s*"statusCode"\s*:\s*(\d{3})\s*\}\s*$/.exec(String(template)) ?? [];
  if (status) return status;
  throw new Error(`${what}: the template of a MOCK request is {"statusCode": NNN} here.`);
}

/** Throws the GatewayRefusal of a Content-Type without a template. */
export function answerMock(
  { mediaTypes, response }: MockIntegration,
  contentType: string | undefined,
  variables: VariableReader,
): RenderedResponse {
  const [mediaType = ''] = (contentType ?? MEDIA_TYPE_DEFAULT).split(';');
  if (!mediaTypes.has(mediaType.trim().toLowerCase())) {
    throw new GatewayRefusal('UNSUPPORTED_MEDIA_TYPE');
  }
  return renderResponseForm(response, (name) => variables(name) ?? '');
}

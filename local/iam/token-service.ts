// A local Security Token Service: AssumeRole with session tags, as far as the trust policies of the template's roles
// allow it. The protocol is that of the AWS SDK, a form that is answered in XML.
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { startEndpoint } from '../http/endpoint.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { ServiceError } from '../http/service-error.ts';
import type { IamContext } from './conditions.ts';
import { readSigner } from './enforced-service.ts';
import type { RoleEnforcement } from './role-enforcement.ts';

const NAMESPACE = 'https://sts.amazonaws.com/doc/2011-06-15/';
const DURATION_SECONDS_DEFAULT = 3_600;

/** Where roles are not enforced, a session has the caller's own access key id: some engines separate tables by it. */
export function startTokenService(enforcement: RoleEnforcement | undefined): Promise<Endpoint> {
  return startEndpoint((request, response) => {
    answerCall(enforcement, request, response).catch(() => response.destroy());
  });
}

async function answerCall(
  enforcement: RoleEnforcement | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const form = new URLSearchParams(await text(request));
  const send = (status: number, body: string) =>
    response.writeHead(status, { 'content-type': 'text/xml' }).end(body);
  try {
    send(200, assumeRole(enforcement, readSigner(request.headers.authorization), form));
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    send(error.type === 'AccessDenied' ? 403 : 400, renderError(error));
  }
}

function assumeRole(
  enforcement: RoleEnforcement | undefined,
  caller: string,
  form: URLSearchParams,
): string {
  const action = form.get('Action');
  if (action !== 'AssumeRole')
    throw new ServiceError('InvalidAction', `The local runner does not know ${action}.`);
  const resource = form.get('RoleArn') ?? '';
  const tags = readTags(form);
  const context = describeRequestTags(tags);
  const actions = ['sts:AssumeRole', ...(Object.keys(tags).length === 0 ? [] : ['sts:TagSession'])];
  const needs = actions.map((one) => ({ action: one, resource, context }));
  const denial = enforcement?.denial(caller, needs);
  if (denial !== undefined) throw new ServiceError('AccessDenied', denial);
  const seconds = Number(form.get('DurationSeconds') ?? DURATION_SECONDS_DEFAULT);
  const expiresAt = new Date(Date.now() + seconds * 1_000);
  const name = form.get('RoleSessionName') ?? '';
  if (!enforcement) return renderCredentials(caller, expiresAt);
  const accessKeyId = `ASIA${randomBytes(8).toString('hex').toUpperCase()}`;
  enforcement.enforcer.openSession(accessKeyId, { roleArn: resource, name, tags, expiresAt });
  return renderCredentials(accessKeyId, expiresAt);
}

function readTags(form: URLSearchParams): Record<string, string> {
  const tags: Record<string, string> = {};
  for (let count = 1; form.has(`Tags.member.${count}.Key`); count += 1) {
    const key = form.get(`Tags.member.${count}.Key`) ?? '';
    tags[key] = form.get(`Tags.member.${count}.Value`) ?? '';
  }
  return tags;
}

function describeRequestTags(tags: Readonly<Record<string, string>>): IamContext {
  const keys = Object.keys(tags);
  const values = Object.entries(tags).map(([key, value]) => [`aws:RequestTag/${key}`, [value]]);
  return { ...(keys.length > 0 && { 'aws:TagKeys': keys }), ...Object.fromEntries(values) };
}

function renderCredentials(accessKeyId: string, expiresAt: Date): string {
  const credentials = {
    AccessKeyId: accessKeyId,
    SecretAccessKey: 'local',
    SessionToken: 'local',
    Expiration: expiresAt.toISOString(),
  };
  const members = Object.entries(credentials).map(([name, value]) => renderText(name, value));
  return (
    `<AssumeRoleResponse xmlns="${NAMESPACE}"><AssumeRoleResult><Credentials>${members.join('')}` +
    '</Credentials></AssumeRoleResult></AssumeRoleResponse>'
  );
}

function renderError({ type, message }: ServiceError): string {
  const members = [renderText('Type', 'Sender'), renderText('Code', type)];
  return (
    `<ErrorResponse xmlns="${NAMESPACE}"><Error>${members.join('')}` +
    `${renderText('Message', message)}</Error></ErrorResponse>`
  );
}

function renderText(name: string, value: string): string {
  const escaped = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<${name}>${escaped}</${name}>`;
}

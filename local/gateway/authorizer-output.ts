// Reads the answer of a Lambda authorizer: a principal, an IAM policy and a flat context.
import { GatewayRefusal } from './gateway-responses.ts';
import { isObject } from '../cloudformation/template.ts';
import type { Json } from '../cloudformation/template.ts';

export interface AuthorizerOutput {
  readonly principalId: string;
  readonly context: Record<string, string>;
  /** The API key that counts the request, if there is one. */
  readonly usageIdentifierKey: string | undefined;
  allows(methodArn: string): boolean;
}

interface PolicyStatement {
  readonly effect: 'Allow' | 'Deny';
  readonly resources: RegExp[];
}

/** Throws the GatewayRefusal with which API Gateway answers malformed output. */
export function readAuthorizerOutput(output: Json): AuthorizerOutput {
  if (!isObject(output) || typeof output.principalId !== 'string') throw buildMalformedRefusal();
  const { policyDocument: policy } = output;
  if (!isObject(policy)) throw buildMalformedRefusal();
  const statements = requireList(policy.Statement).map(readStatement);
  return {
    principalId: output.principalId,
    context: readContext(output.context ?? {}),
    usageIdentifierKey:
      typeof output.usageIdentifierKey === 'string' ? output.usageIdentifierKey : undefined,
    allows(methodArn) {
      const matching = statements.filter(({ resources }) =>
        resources.some((resource) => resource.test(methodArn)),
      );
      return matching.length > 0 && matching.every(({ effect }) => effect === 'Allow');
    },
  };
}

function readStatement(statement: Json): PolicyStatement {
  if (!isObject(statement)) throw buildMalformedRefusal();
  const { Effect: effect, Action: action, Resource: resource } = statement;
  if (effect !== 'Allow' && effect !== 'Deny') throw buildMalformedRefusal();
  const invokes = requireList(action).some((one) =>
    buildPattern(one, 'i').test('execute-api:Invoke'),
  );
  return {
    effect,
    resources: invokes ? requireList(resource).map((one) => buildPattern(one)) : [],
  };
}

function requireList(value: Json | undefined): Json[] {
  if (value === undefined || value === null) throw buildMalformedRefusal();
  return Array.isArray(value) ? value : [value];
}

function buildPattern(text: Json, flags = ''): RegExp {
  if (typeof text !== 'string') throw buildMalformedRefusal();
  const source = text.replaceAll(/[.*+?^${}()|[\]\\]/g, (character) => {
    if (character === '*') return '.*';
    return character === '?' ? '.' : `\\${character}`;
  });
  return new RegExp(`^${source}$`, `s${flags}`);
}

// API Gateway converts every value to a string and refuses nested ones.
function readContext(context: Json): Record<string, string> {
  if (!isObject(context)) throw buildMalformedRefusal();
  const entries = Object.entries(context).map(([name, value]) => {
    if (value === null || typeof value === 'object') throw buildMalformedRefusal();
    return [name, String(value)] as const;
  });
  return Object.fromEntries(entries);
}

function buildMalformedRefusal() {
  return new GatewayRefusal('AUTHORIZER_CONFIGURATION_ERROR');
}

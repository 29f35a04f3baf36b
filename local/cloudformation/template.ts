// The parts of a CloudFormation template that the runner reads.

export type Json = null | boolean | number | string | Json[] | JsonObject;
export type JsonObject = { [key: string]: Json };

export type TemplateResource = {
  Type: string;
  Properties?: JsonObject;
  Condition?: string;
  Metadata?: JsonObject;
};

export type TemplateParameter = { Type: string; Default?: Json };

export type TemplateOutput = { Value: Json; Condition?: string; Export?: { Name: Json } };

export type CloudFormationTemplate = {
  Resources: Record<string, TemplateResource>;
  Parameters?: Record<string, TemplateParameter>;
  Mappings?: Record<string, Record<string, JsonObject>>;
  Conditions?: Record<string, Json>;
  Outputs?: Record<string, TemplateOutput>;
};

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A resolved property that must be text, named in the error when it is not. */
export function requireText(value: Json | undefined, what: string): string {
  if (typeof value === 'string') return value;
  throw new Error(`${what} must be a string but is ${JSON.stringify(value)}.`);
}

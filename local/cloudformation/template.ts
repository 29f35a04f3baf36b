// The parts of a CloudFormation template that the runner reads.

export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

export interface TemplateResource {
  readonly Type: string;
  readonly Properties?: JsonObject;
  readonly Condition?: string;
  readonly Metadata?: JsonObject;
}

export interface TemplateParameter {
  readonly Type: string;
  readonly Default?: Json;
}

export interface TemplateOutput {
  readonly Value: Json;
  readonly Condition?: string;
  readonly Export?: { readonly Name: Json };
}

export interface CloudFormationTemplate {
  readonly Resources: Record<string, TemplateResource>;
  readonly Parameters?: Record<string, TemplateParameter>;
  readonly Mappings?: Record<string, Record<string, JsonObject>>;
  readonly Conditions?: Record<string, Json>;
  readonly Outputs?: Record<string, TemplateOutput>;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Requires a resolved value to be text; `what` names it in the error. */
export function requireText(value: Json | undefined, what: string): string {
  if (typeof value === 'string') return value;
  throw new Error(`${what} must be a string but is ${JSON.stringify(value)}.`);
}

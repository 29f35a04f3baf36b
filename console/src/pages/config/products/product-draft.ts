// What an operator types to publish a product, and the request that it makes.
import type { Product, UpsertProductRequest } from '../../../../../client/client.ts';
import { formatBody, formatJsonText, parseJsonText } from '../editing/json-text.ts';
import type { TypedRequest } from '../editing/typed-request.ts';

export interface ProductInput {
  readonly id: string;
  readonly type: string;
  /** JSON. */
  readonly config: string;
}

const EMPTY_CONFIG = { overdraft_limit: '0.00' };

export function toProductInput(product: Product | undefined): ProductInput {
  return {
    id: product?.id ?? '',
    type: product?.type ?? '',
    config: formatJsonText(product?.config ?? EMPTY_CONFIG),
  };
}

/** The input as the request has it; JSON that is not complete yet is text. */
export function describeProduct({ id, type, config }: ProductInput): unknown {
  const reading = parseJsonText(config, 'object');
  return {
    id: id.trim(),
    type: type.trim(),
    config: reading.kind === 'value' ? reading.value : config,
  };
}

/** Builds the request; undefined while the input has faults. */
export function buildProductRequest(
  input: ProductInput,
): TypedRequest<UpsertProductRequest['body']> | undefined {
  const reading = parseJsonText(input.config, 'object');
  const [id, type] = [input.id.trim(), input.type.trim()];
  if (reading.kind !== 'value' || type === '') return undefined;
  const config = reading.value as Product['config'];
  const body = { ...(id !== '' && { id }), type, config };
  return { body, text: formatBody(body, { config: input.config }) };
}

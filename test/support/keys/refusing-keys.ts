// A Key Management Service that refuses its first request, as after a change of its policy, and then answers.
import type { Endpoint } from '../../../local/http/endpoint.ts';
import { startProxy } from '../../../local/http/proxy.ts';

const REFUSAL = {
  status: 400,
  headers: { 'content-type': 'application/x-amz-json-1.1' },
  // The SDK does not retry this error.
  body: JSON.stringify({ __type: 'KMSInvalidStateException', message: 'refused' }),
};

/** Starts it in front of the service that answers. */
export function startRefusingKeys(endpoint: string): Promise<Endpoint> {
  const address = new URL(endpoint);
  let isRefused = false;
  return startProxy(
    () => address,
    (request, service) => {
      if (isRefused) return service.pass(request);
      isRefused = true;
      return REFUSAL;
    },
  );
}

// A proxy before an API that answers some calls itself.
import { request as send } from 'node:http';
import { startEndpoint } from '../../../local/http/endpoint.ts';

/** The answer in place of the API's; `closed` ends the connection, and undefined changes nothing. */
export type ChangedAnswer =
  { readonly status: number; readonly body: object } | 'closed' | undefined;

type AnswerCall = (call: number) => ChangedAnswer | Promise<ChangedAnswer>;

export interface ChangingProxy {
  readonly origin: string;
  /** `route` is a method and a part of the path; `answer` gets the number of the call, from 1. */
  change(route: string, answer: AnswerCall): void;
  reset(): void;
  stop(): Promise<void>;
}

export async function startChangingProxy(origin: string): Promise<ChangingProxy> {
  let changed: { method: string; part: string; answer: AnswerCall } | undefined;
  let calls = 0;
  const { endpoint, stop } = await startEndpoint(async (request, response) => {
    const { method = '', headers, url = '' } = request;
    const isChanged = changed?.method === method && url.includes(changed.part);
    if (isChanged) calls += 1;
    const answer = isChanged ? await changed?.answer(calls) : undefined;
    if (answer === 'closed') return response.destroy();
    if (answer !== undefined) {
      return response.writeHead(answer.status).end(JSON.stringify(answer.body));
    }
    const forwarded = send(`${origin}${url}`, { method, headers }, (answered) => {
      response.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(response);
    });
    return request.pipe(forwarded);
  });
  return {
    origin: endpoint,
    change: (route, answer) => {
      const [method = '', part = ''] = route.split(' ');
      changed = { method, part, answer };
      calls = 0;
    },
    reset: () => {
      changed = undefined;
    },
    stop,
  };
}

// A proxy that serves an origin under a path, as API Gateway serves a stage.
import { request as send } from 'node:http';
import { startEndpoint } from '../../../local/http/endpoint.ts';

export async function startStagePath(origin: string, stage: string) {
  const { endpoint, stop } = await startEndpoint((request, response) => {
    const prefix = `/${stage}`;
    const { method, headers, url = '' } = request;
    if (!url.startsWith(`${prefix}/`)) return response.writeHead(403).end();
    const forwarded = send(
      `${origin}${url.slice(prefix.length)}`,
      { method, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    return request.pipe(forwarded);
  });
  return { url: `${endpoint}/${stage}`, stop };
}

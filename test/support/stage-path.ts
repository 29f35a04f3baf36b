// An origin that serves another one below a path, as API Gateway serves a stage.
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

export async function startStagePath(origin: string, stage: string) {
  const server = createServer((request, response) => {
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
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://localhost:${port}/${stage}`, stop };
}

// Stands before DynamoDB and breaks what networks, crashes and other writers break.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const WRITES = ['PutItem', 'UpdateItem', 'DeleteItem', 'TransactWriteItems'];

export async function startDynamoDbProxy() {
  const state = {
    target: '',
    /** Writes let through before every further one fails, as after a crash. */
    writesLeft: Infinity,
    writesSeen: 0,
    /** Transactions that meet another one. */
    conflicts: 0,
    /** Transactions that are done and whose answer is lost. */
    lostAnswers: 0,
  };
  const server = createServer((request, response) => {
    forward(state, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { endpoint, state, stop };
}

type State = Awaited<ReturnType<typeof startDynamoDbProxy>>['state'];

async function forward(state: State, request: IncomingMessage, response: ServerResponse) {
  const operation = String(request.headers['x-amz-target']).split('.')[1] ?? '';
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  if (WRITES.includes(operation)) {
    state.writesSeen += 1;
    if (state.writesLeft <= 0) return fail(response, { __type: 'AccessDeniedException' });
    state.writesLeft -= 1;
  }
  const isTransaction = operation === 'TransactWriteItems';
  if (isTransaction && state.conflicts > 0) {
    state.conflicts -= 1;
    const CancellationReasons = [{ Code: 'TransactionConflict' }, { Code: 'None' }];
    return fail(response, { __type: 'TransactionCanceledException', CancellationReasons });
  }
  const answer = await fetch(state.target, {
    method: 'POST',
    headers: forwardedHeaders(request),
    body: Buffer.concat(chunks),
  });
  const body = Buffer.from(await answer.arrayBuffer());
  if (isTransaction && state.lostAnswers > 0) {
    state.lostAnswers -= 1;
    return void response.destroy();
  }
  response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.0' }).end(body);
}

function forwardedHeaders({ headers }: IncomingMessage): Record<string, string> {
  const kept = ['x-amz-target', 'content-type', 'authorization', 'x-amz-date'];
  return Object.fromEntries(kept.map((name) => [name, String(headers[name])]));
}

function fail(response: ServerResponse, error: object): void {
  response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' });
  response.end(JSON.stringify(error));
}

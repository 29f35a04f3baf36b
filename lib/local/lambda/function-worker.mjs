/* oxlint-disable unicorn/require-post-message-target-origin -- the rule is about windows */
// Runs one Lambda function inside a worker thread, one invocation at a time. Plain JavaScript,
// because a TypeScript file here would cost every thread the loading of the type stripper.
import { parentPort, workerData } from 'node:worker_threads';

const { url, exportName, context } = workerData;

const handler = (await import(url))[exportName];
if (typeof handler !== 'function') throw new TypeError(`${exportName} is no function of ${url}`);

parentPort.on('message', async ({ event, requestId, deadline }) => {
  const invocation = {
    ...context,
    awsRequestId: requestId,
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
  };
  parentPort.postMessage(await outcome(JSON.parse(event), invocation));
});
parentPort.postMessage('ready');

async function outcome(event, invocation) {
  try {
    const result = await handler(event, invocation);
    return { payload: JSON.stringify(result) ?? 'null' };
  } catch (error) {
    if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
    return { type: error.name, message: error.message, stack: error.stack };
  }
}

/* oxlint-disable unicorn/require-post-message-target-origin -- the rule is about windows */
// Runs one Lambda function inside a worker thread, one invocation at a time. It is plain JavaScript,
// because every thread would otherwise have to load the type stripper.
import { enableCompileCache, flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';

const { url, exportName, context, compiled } = workerData;

// Output is collected and sent with the answer or within SOON_MS: a message for each line would wake the
// runner as often as the requests do.
const SOON_MS = 100;
const MUCH = 65_536;
// Not while the next invocation may wait.
const QUIET_MS = 500;
// V8 collects when it allocates. A thread that waits would keep the garbage of its start, about 10 MB.
const IDLE_MS = 1_000;
let idle;
let printed = '';
let soon;
for (const stream of [process.stdout, process.stderr]) {
  stream.write = (chunk, encoding, callback) => {
    printed += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    if (printed.length > MUCH) send({});
    else soon ??= setTimeout(send, SOON_MS, {});
    process.nextTick(typeof encoding === 'function' ? encoding : (callback ?? (() => undefined)));
    return true;
  };
}
process.on('exit', () => send({}));

// Compiling is a third of what a new thread costs. `portable`: copies of an assembly share the cache.
if (compiled) enableCompileCache({ directory: compiled, portable: true });
const handler = (await import(url))[exportName];
if (typeof handler !== 'function') throw new TypeError(`${exportName} is not a function of ${url}`);

parentPort.on('message', async ({ event, requestId, milliseconds }) => {
  clearTimeout(idle);
  // A clock that is set meanwhile takes no time from the function, and gives it none.
  const end = performance.now() + milliseconds;
  const invocation = {
    ...context,
    awsRequestId: requestId,
    getRemainingTimeInMillis: () => Math.max(0, Math.floor(end - performance.now())),
  };
  send({ answer: await outcome(JSON.parse(event), invocation) });
  if (compiled) keepCompiled();
  idle = setTimeout(collectGarbage, IDLE_MS).unref();
});
send({ isReady: true });

// V8 shows its collector only to contexts that are made after this flag is set.
function collectGarbage() {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

// Once, after the first answer, when the functions that an invocation needs are compiled too.
let isKept = false;
function keepCompiled() {
  if (isKept) return;
  isKept = true;
  setTimeout(flushCompileCache, QUIET_MS).unref();
}

function send(message) {
  clearTimeout(soon);
  soon = undefined;
  parentPort.postMessage({ ...message, printed });
  printed = '';
}

async function outcome(event, invocation) {
  try {
    const result = await handler(event, invocation);
    return { payload: JSON.stringify(result) ?? 'null' };
  } catch (error) {
    if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
    return { type: error.name, message: error.message, stack: error.stack };
  }
}

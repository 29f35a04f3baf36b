// Loaded first in the runner and in every function's thread. Gives all of them one clock, which can be stepped
// while they run, and a signal that kills functions in the middle of their work. Plain JavaScript, because
// every thread loads it and would have to strip types.
import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads';

const NAME = 'soak';
if (isMainThread) setEnvironmentData(NAME, new SharedArrayBuffer(16));

const shared = getEnvironmentData(NAME);
const offset = new Float64Array(shared, 0, 1);
const killSignal = new Int32Array(shared, 8, 1);

const RealDate = Date;
const now = () => RealDate.now() + offset[0];

globalThis.Date = new Proxy(RealDate, {
  construct: (target, parameters, newTarget) => {
    return Reflect.construct(target, parameters.length > 0 ? parameters : [now()], newTarget);
  },
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});

// A notified thread ends at once, as a killed execution environment does.
if (!isMainThread) void Atomics.waitAsync(killSignal, 0, 0).value.then(() => process.exit(1));

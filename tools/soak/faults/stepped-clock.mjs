// Loaded before anything else into the runner and into every function's thread: one clock for all of
// them, which can be stepped while they run, and an end for functions in the middle of their work.
// Plain JavaScript, as each thread loads it.
import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads';

const NAME = 'soak';
if (isMainThread) setEnvironmentData(NAME, new SharedArrayBuffer(16));

const shared = getEnvironmentData(NAME);
const offset = new Float64Array(shared, 0, 1);
const doom = new Int32Array(shared, 8, 1);

const RealDate = Date;
const now = () => RealDate.now() + offset[0];

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, made) => {
    return Reflect.construct(target, given.length > 0 ? given : [now()], made);
  },
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});

// A waiting thread ends as soon as it is woken, as a killed execution environment does.
if (!isMainThread) void Atomics.waitAsync(doom, 0, 0).value.then(() => process.exit(1));

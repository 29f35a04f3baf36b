// The import of a bundle in its own process, in milliseconds. Plain JavaScript, so that only the
// bundle is loaded.
const [url] = process.argv.slice(2);

const startedAt = performance.now();
await import(url);
const imported = performance.now() - startedAt;

process.getBuiltinModule('node:fs').writeSync(1, String(imported));
// Some bundles open connections or set timers that would keep the process alive.
process.exit();

// The import of a bundle in a process of its own, in milliseconds. Plain JavaScript, so that nothing
// but the bundle is loaded.
const [url] = process.argv.slice(2);

const startedAt = performance.now();
await import(url);
const imported = performance.now() - startedAt;

process.getBuiltinModule('node:fs').writeSync(1, String(imported));
// Some bundles open connections or set timers that would hold the process.
process.exit();

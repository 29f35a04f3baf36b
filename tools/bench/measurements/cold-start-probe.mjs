// One cold start in a process of its own: imports a bundle and has it answer its first event. Plain
// JavaScript, so that nothing but the bundle is loaded.
const [url, event] = process.argv.slice(2);

const startedAt = performance.now();
const { handler } = await import(url);
const importedAt = performance.now();
const deadline = Date.now() + 15_000;
const context = { getRemainingTimeInMillis: () => deadline - Date.now() };
const { statusCode, body } = await handler(JSON.parse(event), context);
const answeredAt = performance.now();

if (statusCode !== 201) throw new Error(`The first event was answered ${statusCode}: ${body}`);
const figures = { imported: importedAt - startedAt, called: answeredAt - importedAt };
// Not on the standard output, which is the bundle's, nor on a channel that loads modules first.
process.getBuiltinModule('node:fs').writeSync(3, JSON.stringify(figures));

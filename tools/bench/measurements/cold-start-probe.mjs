// One cold start in its own process: imports a bundle, which answers its first event. Plain
// JavaScript, so that only the bundle is loaded.
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
// Standard output belongs to the bundle, and another channel would load modules first.
process.getBuiltinModule('node:fs').writeSync(3, JSON.stringify(figures));

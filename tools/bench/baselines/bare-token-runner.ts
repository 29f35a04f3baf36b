// Serves the bare token endpoint with the product's own runner on another template. Its arguments
// are a cloud assembly, a data folder and an engine.
import { chooseEngine } from '../../../local/engines/engine.ts';
import { startLocal } from '../../../local/start/start.ts';

const [assembly = '', dataFolder, engine] = process.argv.slice(2);
const { origins, stop } = await startLocal({ assembly, dataFolder, engine: chooseEngine(engine) });
process.once('SIGTERM', () => void stop());
process.stdout.write(`${Object.values(origins).join()}\n`);

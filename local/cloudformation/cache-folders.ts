// Where what was built once is kept, for all runners of this checkout.
import { join } from 'node:path';

const cache = join(import.meta.dirname, '..', '..', 'node_modules', '.cache');

/** Synthesized assemblies. */
export const assemblyCacheFolder = join(cache, 'assemblies');

/** What V8 has compiled of modules. */
export const compiledFolder = join(cache, 'node');

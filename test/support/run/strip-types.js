// Jest runs exactly what `node` runs: Node's own type stripping and nothing else.
import { createHash } from 'node:crypto';
import { stripTypeScriptTypes } from 'node:module';

export default {
  process: (code) => ({ code: stripTypeScriptTypes(code) }),
  getCacheKey: (source, file) =>
    createHash('sha256').update(process.version).update(file).update(source).digest('hex'),
};

// Transforms sources only with Node's own type stripping, so that Jest runs exactly what `node` runs.
import { createHash } from 'node:crypto';
import { stripTypeScriptTypes } from 'node:module';

export default {
  process: (code) => ({ code: stripTypeScriptTypes(code) }),
  getCacheKey: (source, file) =>
    createHash('sha256').update(process.version).update(file).update(source).digest('hex'),
};

// Plugins that keep code out of bundles which a cold start would load and never use. Their effect shows in
// `npm run bench -- cold-start`.
import { isBuiltin } from 'node:module';
import type { Plugin } from 'esbuild';

/**
 * A static import of a built-in module makes Node evaluate all its exports, and so load what they need:
 * streams and promises for fs, the standard streams for process, undici for http. `getBuiltinModule` loads
 * only the module itself.
 */
const builtins: Plugin = {
  name: 'lean-builtins',
  setup(esbuild) {
    esbuild.onResolve({ filter: /^(node:)?[a-z0-9_/]+$/ }, ({ path }) => {
      if (!isBuiltin(path)) return undefined;
      return { path: path.replace('node:', ''), namespace: 'lean-builtins' };
    });
    esbuild.onLoad({ filter: /.*/, namespace: 'lean-builtins' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule('node:${path}');`,
    }));
  },
};

/**
 * Powertools selects with JMESPath what must be equal in a repeated request. Our expression names a single
 * member, and the JMESPath interpreter would be a tenth of the code that a cold start compiles.
 */
const idempotency: Plugin = {
  name: 'lean-idempotency',
  setup(esbuild) {
    esbuild.onResolve({ filter: /^@aws-lambda-powertools\/jmespath(\/functions)?$/ }, () => {
      return { path: 'jmespath', namespace: 'lean-idempotency' };
    });
    esbuild.onLoad({ filter: /.*/, namespace: 'lean-idempotency' }, () => ({
      contents: `export class PowertoolsFunctions {}
export function search(expression, data) {
  if (/^\\w+$/.test(expression)) return data?.[expression] ?? null;
  throw new Error('Only the name of a member may stand for a JMESPath expression: ' + expression);
}`,
    }));
  },
};

/**
 * A Lambda has its credentials in its environment. The SDK's other credential providers are a third of a
 * bundle, and the code that they share with the rest would be split into a dozen chunks.
 */
const credentials: Plugin = {
  name: 'lean-credentials',
  setup(esbuild) {
    const providers =
      /^@(aws-sdk\/credential-provider-(http|ini|process|sso|web-identity)|smithy\/credential-provider-imds)$/;
    esbuild.onResolve({ filter: providers }, ({ kind }) => {
      if (kind !== 'dynamic-import') return undefined;
      return { path: 'elsewhere', namespace: 'lean-credentials' };
    });
    esbuild.onLoad({ filter: /.*/, namespace: 'lean-credentials' }, () => ({
      contents: `throw new Error('The credentials of a function are in its environment.');`,
    }));
  },
};

export const leanModules: readonly Plugin[] = [builtins, idempotency, credentials];

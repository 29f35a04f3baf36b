import { compile } from 'json-schema-to-typescript';
import { rewriteReferences, typeName } from './schemas.ts';
import type { Schema } from './schemas.ts';

/** TypeScript types of all schemas: one exported type for each file below schemas/. */
export async function typesFile(schemas: ReadonlyMap<string, Schema>): Promise<string> {
  const refer = (target: string) => `#/definitions/${typeName(target)}`;
  const definitions = Object.fromEntries(
    [...schemas].map(([path, schema]) => {
      return [typeName(path), { ...rewriteReferences(schema, path, refer), title: typeName(path) }];
    }),
  );
  const root = { title: 'Contracts', type: 'object', properties: {}, definitions } as const;
  return compile(root as Parameters<typeof compile>[0], 'Contracts', {
    additionalProperties: false,
    unreachableDefinitions: true,
    declareExternallyReferenced: true,
    bannerComment: '// Generated from schemas/ by `npm run generate`. Do not edit.',
    style: { singleQuote: true, printWidth: 100 },
  });
}

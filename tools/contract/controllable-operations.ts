// The operations that controls may name, from their rows.
import { listRows } from './schemas.ts';

/** The TypeScript file with the operations and the variables that conditions on each may name. */
export function buildControllableOperations(): string {
  const rows = listRows().flatMap(([name, { control }]) =>
    control === undefined || control === 'ALWAYS'
      ? []
      : [`  ${name}: [${control.map((variable) => `'${variable}'`).join(', ')}],`],
  );
  return `// Generated from the table of operations by \`npm run generate\`. Do not edit.

/** The operations that controls may name, with the variables of their conditions. */
export const controllableOperations = {
${rows.join('\n')}
} as const;
`;
}

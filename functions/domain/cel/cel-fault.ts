// What is wrong with an expression, or went wrong while it was evaluated, and where.

/** A place in the text of an expression: `offset` from 0; line and column from 1, as editors count. */
export interface SourcePosition {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

/** An expression that cannot be read, or has no value. `isCost`: its work was more than allowed. */
export class CelFault extends Error {
  readonly offset: number;
  readonly isCost: boolean;

  constructor(message: string, offset: number, isCost = false) {
    super(message);
    this.name = 'CelFault';
    this.offset = offset;
    this.isCost = isCost;
  }
}

/** The fault, if it is one that another value can make up for; throws everything else. */
export function requireAbsorbableFault(error: unknown): CelFault {
  if (error instanceof CelFault && !error.isCost) return error;
  throw error;
}

/** Where an offset lies in the text. */
export function locateOffset(source: string, offset: number): SourcePosition {
  const before = source.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { offset, line: before.split('\n').length, column: offset - lineStart + 1 };
}

/** One sentence with the place first: `line 1, column 9: …`. */
export function describeCelFault(source: string, fault: CelFault): string {
  const { line, column } = locateOffset(source, fault.offset);
  return `line ${line}, column ${column}: ${fault.message}`;
}

// A fault in an expression, or in its evaluation, with its position.

/** A position in the text of an expression: `offset` from 0; line and column from 1, as editors count. */
export interface SourcePosition {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

/** An expression that cannot be parsed, or has no value. `isCost`: it took more steps than allowed. */
export class CelFault extends Error {
  readonly offset: number;
  readonly isCost: boolean;

  constructor(message: string, offset: number, isCost = false) {
    // A quoted key may be cut within a character, and no digest covers half of one.
    super(message.toWellFormed());
    this.name = 'CelFault';
    this.offset = offset;
    this.isCost = isCost;
  }
}

/** Returns the fault if another operand may absorb it; throws every other error. */
export function requireAbsorbableFault(error: unknown): CelFault {
  if (error instanceof CelFault && !error.isCost) return error;
  throw error;
}

/** Returns the line and column of an offset. */
export function locateOffset(source: string, offset: number): SourcePosition {
  const before = source.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { offset, line: before.split('\n').length, column: offset - lineStart + 1 };
}

/** Formats the fault as one sentence that starts with its position: `line 1, column 9: …`. */
export function describeCelFault(source: string, fault: CelFault): string {
  const { line, column } = locateOffset(source, fault.offset);
  return `line ${line}, column ${column}: ${fault.message}`;
}

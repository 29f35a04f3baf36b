import { splitAtPosition } from './text-position.ts';
import type { EditorPosition } from './text-position.ts';
import { editingText } from '../messages.ts';
import '../editing.css';

interface MarkedTextProps extends EditorPosition {
  readonly text: string;
  readonly message: string;
}

/** A fault with its line, marked where it is. */
export function MarkedText({ text, line, column, message }: MarkedTextProps) {
  const { before, marked, after } = splitAtPosition(text, { line, column });
  return (
    <span className="marked-text">
      {editingText('position', { line, column, message })}
      <code>
        {before}
        <mark>{marked === '' ? '\u00a0' : marked}</mark>
        {after}
      </code>
    </span>
  );
}

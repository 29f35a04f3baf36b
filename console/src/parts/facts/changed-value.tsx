import { partsText } from '../parts-messages.ts';
import './facts.css';

/** A value before a change. Words say so to those who do not see the line through it. */
export function ValueBefore({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return '–';
  return (
    <del className="fact-text">
      <span className="hidden-words">{partsText('removedWord')} </span>
      {text}
    </del>
  );
}

/** A value after a change. */
export function ValueAfter({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return '–';
  return (
    <ins className="fact-text">
      <span className="hidden-words">{partsText('addedWord')} </span>
      {text}
    </ins>
  );
}

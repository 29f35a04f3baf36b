// Texts of files that others have written, as a terminal shows them: a forger's text must not look like a sentence of the
// program, or hide one.

/** More than any sentence needs of a text. */
const SHOWN_MAX = 2_000;

/** Line ends, control characters and what changes the direction of text. */
const CONTROLS = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** Shortens a text that is longer than any that a sound file has. */
export function shortenText(text: string): string {
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text;
}

/** Shortens a sentence, and writes control characters in it as JSON does. */
export function toShownText(sentence: string): string {
  return shortenText(sentence).replace(CONTROLS, (control) => {
    const json = JSON.stringify(control).slice(1, -1);
    return json === control ? `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}` : json;
  });
}

/** Parses what a file of the data folder holds. It was written whole: if it is not JSON, something else has damaged it. */
export function parseStored<Stored>(file: string, text: string): Stored {
  try {
    return JSON.parse(text) as Stored;
  } catch (cause) {
    throw new Error(
      `${file} is damaged: ${(cause as Error).message}. Restore it from a copy, or start with --fresh, ` +
        'which deletes all data.',
      { cause },
    );
  }
}

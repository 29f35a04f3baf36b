// Patterns come from institutions and run on untrusted values. RE2 matches in time linear in the value
// for any pattern, so that none can hang the service.
import { RE2JS, RE2JSSyntaxException } from 're2js';

/** Whether a text contains a match; `^` and `$` anchor it, as in JSON Schema. */
export type PatternMatcher = (text: string) => boolean;

export const PATTERN_CHARACTERS_MAX = 1_000;
/** The maximum number of instructions that one character of a value may pass through. */
const PROGRAM_SIZE_MAX = 2_000;

/** Why a pattern is rejected, as the end of a sentence. */
export interface PatternFault {
  readonly fault: string;
}

/** Compiles the pattern, or returns its fault. The syntax is RE2's. */
export function compilePattern(pattern: string): PatternMatcher | PatternFault {
  if (pattern.length > PATTERN_CHARACTERS_MAX) {
    return { fault: `must NOT have more than ${PATTERN_CHARACTERS_MAX} characters` };
  }
  try {
    const compiled = RE2JS.compile(pattern);
    if (compiled.programSize() > PROGRAM_SIZE_MAX) return { fault: 'repeats too much' };
    return cacheMatches((text) => compiled.test(text));
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    return { fault: `is not an RE2 pattern: ${error.message.replace(/^.*?: /, '').slice(0, 120)}` };
  }
}

const CACHED_MATCHES_MAX = 1_000;
const CACHED_CHARACTERS_MAX = 32;

// Many fields repeat a few short values, such as currencies, and a lookup takes a tenth of the time of a
// match. The cache is abandoned for fields where it rarely hits.
function cacheMatches(pattern: PatternMatcher): PatternMatcher {
  const known = new Map<string, boolean>();
  let hits = 0;
  let isWorthIt = true;
  return (text) => {
    if (!isWorthIt || text.length > CACHED_CHARACTERS_MAX) return pattern(text);
    const before = known.get(text);
    if (before !== undefined) {
      hits += 1;
      return before;
    }
    const result = pattern(text);
    known.set(text, result);
    if (known.size === CACHED_MATCHES_MAX) {
      isWorthIt = hits > CACHED_MATCHES_MAX;
      hits = 0;
      known.clear();
    }
    return result;
  };
}

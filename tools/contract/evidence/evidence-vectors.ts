import { formatCompactJson } from '../compact-json.ts';
import { buildLeafVectors } from './leaf-vectors.ts';
import { buildNoteVectors } from './note-vectors.ts';
import { buildTreeVectors } from './tree-vectors.ts';

/** The files of docs/evidence/vectors: what docs/evidence-formats.md describes, for other implementations. */
export function buildEvidenceVectors(): Map<string, string> {
  const files = {
    tree: buildTreeVectors(),
    notes: buildNoteVectors(),
    leaves: buildLeafVectors(),
  };
  return new Map(
    Object.entries(files).map(([name, vectors]) => [
      `docs/evidence/vectors/${name}.json`,
      `${formatCompactJson(vectors)}\n`,
    ]),
  );
}

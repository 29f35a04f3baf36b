// Streams of random numbers that follow from the seed.
import { hash } from 'node:crypto';
import { buildSeededDraws } from '../../scale/seeded-draws.ts';

/**
 * Random numbers from 0 to 1 that follow from the seed and the labels alone: what one stream is used for
 * never shifts another.
 */
export function buildRandomStream(
  seed: number,
  ...labels: readonly (string | number)[]
): () => number {
  const digest = hash('sha256', JSON.stringify([seed, ...labels]), 'hex');
  return buildSeededDraws(Number.parseInt(digest.slice(0, 8), 16)).uniform;
}

/** The elements in a random order, in which a heavier one tends to come earlier. */
export function drawOrder<Element>(
  draw: () => number,
  elements: readonly Element[],
  weigh: (element: Element) => number = () => 1,
): Element[] {
  return elements
    .map((element) => ({ element, rank: -Math.log(1 - draw()) / weigh(element) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ element }) => element);
}

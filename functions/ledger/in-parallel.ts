// Work on many elements at once, but on no more than the store and others around bear.

/**
 * The results of the work on each element, in the order of the elements; at most `atOnce` are worked on at a time.
 * Rejects with the first failure, while what is left is still worked on.
 */
export async function mapInParallel<Element, Result>(
  elements: Iterable<Element>,
  atOnce: number,
  work: (element: Element) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const remaining = [...elements].entries();
  const worker = async () => {
    for (const [index, element] of remaining) results[index] = await work(element);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

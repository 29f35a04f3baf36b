import { lazy, Suspense } from 'react';
import type { ComponentType } from 'react';

/** Makes a part of a page whose code is loaded when it is shown first, so that the page around it is small. */
export function loadPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Part = lazy(async () => ({ default: await load() })) as ComponentType<Props>;
  return function LoadedPart(props: Props) {
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    );
  };
}

import { useEffect, useRef, useState } from 'react';
import { useApi } from '../../../api/api-clients.ts';
import type { ConsoleClients } from '../../../api/api-clients.ts';
import { requireData } from '../../../api/api-failure.ts';
import { compareFile } from './compare-file.ts';
import type { FileComparison, ManifestPart } from './compare-file.ts';

export type ComparisonState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'reading'; readonly share: number }
  | { readonly kind: 'compared'; readonly comparison: FileComparison }
  | { readonly kind: 'failed'; readonly error: Error };

export interface FileComparisonRun {
  readonly state: ComparisonState;
  readonly compare: (file: File) => void;
  readonly stop: () => void;
}

/** Compares one file at a time with the manifest of the export. */
export function useFileComparison(batchId: string): FileComparisonRun {
  const { workbench } = useApi();
  const [state, setState] = useState<ComparisonState>({ kind: 'idle' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const stop = () => {
    running.current?.abort();
    setState({ kind: 'idle' });
  };
  const compare = async (file: File) => {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    const show = (next: ComparisonState) => {
      if (!signal.aborted) setState(next);
    };
    show({ kind: 'reading', share: 0 });
    try {
      const parts = await readParts(workbench, batchId);
      const onProgress = (share: number) => show({ kind: 'reading', share });
      const comparison = await compareFile(file, parts, { signal, onProgress });
      show({ kind: 'compared', comparison });
    } catch (error) {
      show({ kind: 'failed', error: error instanceof Error ? error : new Error(String(error)) });
    }
  };
  return { state, compare: (file) => void compare(file), stop };
}

async function readParts(
  workbench: ConsoleClients['workbench'],
  batchId: string,
): Promise<readonly ManifestPart[]> {
  const params = { path: { batchId }, query: { file: 'manifest' as const } };
  const manifest = requireData(
    await workbench.GET('/api/legacy-batches/{batchId}/artifact', { params }),
  );
  if (typeof manifest === 'string' || !('parts' in manifest)) {
    throw new Error('The manifest has no parts.');
  }
  return manifest.parts;
}

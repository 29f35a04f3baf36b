import { useEffect, useRef, useState } from 'react';
import { useApi } from '../../api/api-clients.ts';
import { requireData } from '../../api/api-failure.ts';
import type { LegacyImport } from '../../../../client/client.ts';
import { useSubmission } from '../../api/submissions/use-submission.ts';
import { declareFile } from '../../api/uploads/declare-file.ts';
import { buildImportBody } from './import-draft.ts';
import type { ImportDraft } from './import-draft.ts';

/** Computing the checksum of the file: its share that is read; undefined when there is nothing to read. */
interface Declaration {
  readonly share: number | undefined;
  readonly isFailed: boolean;
}

const NO_DECLARATION: Declaration = { share: undefined, isFailed: false };

/** Declares the file, then asks for the import, under one key. */
export function useImportRequest(isDirty: boolean) {
  const { workbench } = useApi();
  const [declaration, setDeclaration] = useState(NO_DECLARATION);
  const reading = useRef<AbortController>(undefined);
  useEffect(() => () => reading.current?.abort(), []);
  const { stage, isLocked, submit } = useSubmission({
    operation: 'submitLegacyImport',
    isDirty,
    send: async (body: LegacyImport, key) =>
      requireData(
        await workbench.POST('/api/legacy-imports', {
          params: { header: { 'Idempotency-Key': key } },
          body,
        }),
      ),
  });
  const request = async (draft: ImportDraft, file: File) => {
    const { signal } = (reading.current = new AbortController());
    setDeclaration({ share: 0, isFailed: false });
    try {
      const onProgress = (share: number) => setDeclaration({ share, isFailed: false });
      const declared = await declareFile(file, { signal, onProgress });
      setDeclaration(NO_DECLARATION);
      submit(buildImportBody(draft, declared));
    } catch {
      if (!signal.aborted) setDeclaration({ share: undefined, isFailed: true });
    }
  };
  const isReading = declaration.share !== undefined;
  return {
    stage,
    declaration,
    isLocked: isLocked || isReading,
    isReading,
    request: (draft: ImportDraft, file: File) => void request(draft, file),
  };
}

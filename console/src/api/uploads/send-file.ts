// Sends the file of an import to the address that the answer to its request names. The address takes this one
// file only, so sending it again changes nothing.
import type { BatchUpload } from '../../../../client/client.ts';

/** Where a file is sent to, and until when. */
export type UploadTarget = BatchUpload;

/** The storage refused the file; `status` is 0 if it gave no answer. */
export class SendingError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The storage answered with the status ${status}.`);
    this.name = 'SendingError';
    this.status = status;
  }
}

interface SendingOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (share: number) => void;
}

/** Rejects with `SendingError`. XMLHttpRequest, because fetch does not report how much it has sent. */
export function sendFile(
  file: Blob,
  { url, method, headers }: UploadTarget,
  { signal, onProgress }: SendingOptions,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total === 0 ? 1 : loaded / total),
    );
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) resolve();
      else reject(new SendingError(request.status));
    });
    for (const end of ['error', 'abort']) {
      request.addEventListener(end, () => reject(new SendingError(0)));
    }
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}

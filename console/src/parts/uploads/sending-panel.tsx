import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import ProgressBar from '@cloudscape-design/components/progress-bar';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useKeptPage } from '../../api/submissions/use-submission.ts';
import { sendFile, SendingError } from '../../api/uploads/send-file.ts';
import type { UploadTarget } from '../../api/uploads/send-file.ts';
import { uploadText } from './uploads-messages.ts';

interface SendingPanelProps {
  readonly upload: UploadTarget;
  readonly file: File;
  readonly onSent: () => void;
}

/** Sends the file, and sends it again when asked to: the address takes this one file only. */
export function SendingPanel({ upload, file, onSent }: SendingPanelProps) {
  const [attempt, setAttempt] = useState(0);
  const { share, error, isSent } = useSending(upload, file, attempt);
  useKeptPage(!isSent, !isSent);
  useBlocker({
    shouldBlockFn: () => !globalThis.confirm(uploadText('leaveUnknown')),
    disabled: isSent,
    enableBeforeUnload: false,
  });
  useEffect(() => {
    if (isSent) onSent();
  }, [isSent, onSent]);
  if (error !== undefined) {
    return (
      <SendingFailure
        error={error}
        isOver={new Date(upload.expires_at) < new Date()}
        onAgain={() => setAttempt(attempt + 1)}
      />
    );
  }
  return (
    <Container>
      <ProgressBar
        label={uploadText('sending')}
        description={uploadText('sendingSentence')}
        value={Math.floor(100 * share)}
      />
    </Container>
  );
}

function useSending(upload: UploadTarget, file: File, attempt: number) {
  const [share, setShare] = useState(0);
  const [error, setError] = useState<Error>();
  const [isSent, setIsSent] = useState(false);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    setShare(0);
    setError(undefined);
    sendFile(file, upload, { signal, onProgress: setShare }).then(
      () => setIsSent(true),
      (failure: Error) => {
        if (!signal.aborted) setError(failure);
      },
    );
    return () => controller.abort();
  }, [upload, file, attempt]);
  return { share, error, isSent };
}

interface SendingFailureProps {
  readonly error: Error;
  /** Whether the address takes the file no longer. */
  readonly isOver: boolean;
  readonly onAgain: () => void;
}

function SendingFailure({ error, isOver, onAgain }: SendingFailureProps) {
  const status = error instanceof SendingError ? error.status : 0;
  const sentence =
    status === 0 ? uploadText('notSentSilent') : uploadText('notSentStatus', { status });
  return (
    <Alert
      type="error"
      header={uploadText('notSent')}
      {...(!isOver && {
        action: <Button onClick={onAgain}>{uploadText('sendAgain')}</Button>,
      })}
    >
      {isOver ? uploadText('linkEnded') : sentence}
    </Alert>
  );
}

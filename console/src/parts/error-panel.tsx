import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import { ApiFailure, isUnanswered } from '../api/api-failure.ts';
import { partsText } from './parts-messages.ts';

interface ErrorPanelProps {
  readonly error: Error;
  readonly onTryAgain?: () => void;
  /** What is shown below is from before the error. */
  readonly asOf?: string;
}

/** What went wrong, in the words of the API, with what support needs to find it. */
export function ErrorPanel({ error, onTryAgain, asOf }: ErrorPanelProps) {
  const isSilent = isUnanswered(error);
  return (
    <Alert
      type="error"
      header={partsText(isSilent ? 'noAnswer' : 'requestFailed')}
      {...(onTryAgain !== undefined && {
        // In a form, it must not send the form.
        action: (
          <Button formAction="none" onClick={onTryAgain}>
            {partsText('tryAgain')}
          </Button>
        ),
      })}
    >
      {listSentences(error).map((sentence) => (
        <div key={sentence}>{sentence}</div>
      ))}
      {asOf !== undefined && <div>{partsText('oldData', { time: asOf })}</div>}
      {error instanceof ApiFailure && error.correlationId !== '' && (
        <Box variant="small" color="inherit">
          {partsText('correlationId')}: {error.correlationId}
        </Box>
      )}
    </Alert>
  );
}

function listSentences(error: Error): readonly string[] {
  if (isUnanswered(error)) return [partsText('noAnswerSentence')];
  return error instanceof ApiFailure ? error.sentences : [error.message];
}

import { OperatorName } from '../operator-name.tsx';
import { batchTexts } from './batches-messages.ts';

/** The service itself, where a schedule was due. */
const SCHEDULER = 'countinghouse';

/** Who asked for a batch: an operator, or a schedule. */
export function RequesterName({ id }: { readonly id: string }) {
  return id === SCHEDULER ? batchTexts('schedule') : <OperatorName id={id} />;
}

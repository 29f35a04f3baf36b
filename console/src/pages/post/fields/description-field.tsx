import type { FieldFault } from '../field-faults.ts';
import { postText } from '../messages.ts';
import { TextField } from './text-field.tsx';

interface DescriptionFieldProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly fault: FieldFault | undefined;
  readonly isLocked: boolean;
}

/** The description of whatever is posted. */
export function DescriptionField(props: DescriptionFieldProps) {
  return <TextField {...props} label={postText('description')} hint={postText('optional')} />;
}

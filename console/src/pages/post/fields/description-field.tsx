import { TextField } from '../../../parts/fields/text-field.tsx';
import { postText } from '../messages.ts';

interface DescriptionFieldProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly error: string | undefined;
  readonly isLocked: boolean;
}

/** The description of whatever is posted. */
export function DescriptionField(props: DescriptionFieldProps) {
  return <TextField {...props} label={postText('description')} hint={postText('optional')} />;
}

import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard';
import { shortenIdentifier } from '../values/identifiers.ts';
import { partsText } from './parts-messages.ts';
import './parts.css';

/** An identifier, shown short and copied whole. */
export function CopyId({ id }: { readonly id: string }) {
  const short = shortenIdentifier(id);
  return (
    <span className="identifier" title={id}>
      {short}{' '}
      <CopyToClipboard
        variant="icon"
        textToCopy={id}
        copyButtonAriaLabel={partsText('copy', { text: short })}
        copySuccessText={partsText('copied')}
        copyErrorText={partsText('notCopied')}
      />
    </span>
  );
}

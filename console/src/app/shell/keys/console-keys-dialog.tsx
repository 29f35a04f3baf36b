import { KeysDialog } from '../../../parts/keys/keys-dialog.tsx';
import { useOperator } from '../../../session/session-context.tsx';
import { appText } from '../../app-messages.ts';
import { listGoKeys } from '../navigation.ts';

/** Shows the keys that work on every page. */
export function ConsoleKeysDialog({ onClose }: { readonly onClose: () => void }) {
  const pages = [...listGoKeys(useOperator().permissions)];
  return (
    <KeysDialog
      title={appText('keysTitle')}
      sentence={appText('keysSentence')}
      keys={[
        ...pages.map(([letter, { title }]) => [`g ${letter}`, title()] as const),
        ['Ctrl+K', appText('findTitle')],
        ['?', appText('keysHelp')],
      ]}
      onClose={onClose}
    />
  );
}

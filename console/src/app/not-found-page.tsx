import { appText } from './app-messages.ts';
import { MessagePage } from './message-page.tsx';

export function NotFoundPage() {
  return <MessagePage title={appText('notFoundTitle')}>{appText('notFoundSentence')}</MessagePage>;
}

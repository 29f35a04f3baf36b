import Box from '@cloudscape-design/components/box';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useEffect } from 'react';
import { appText } from './app-messages.ts';

/** A page that only says something, also in the window's title. */
export function MessagePage({
  title,
  children,
}: {
  readonly title: string;
  readonly children: string;
}) {
  useEffect(() => {
    document.title = appText('windowTitle', { page: title });
  }, [title]);
  return (
    <SpaceBetween size="m">
      <Header variant="h1">{title}</Header>
      <Box>{children}</Box>
    </SpaceBetween>
  );
}

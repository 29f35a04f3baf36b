import Box from '@cloudscape-design/components/box';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';

/** A page that only says something. */
export function MessagePage({
  title,
  children,
}: {
  readonly title: string;
  readonly children: string;
}) {
  return (
    <SpaceBetween size="m">
      <Header variant="h1">{title}</Header>
      <Box>{children}</Box>
    </SpaceBetween>
  );
}

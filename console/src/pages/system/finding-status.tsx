import Box from '@cloudscape-design/components/box';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { SystemFinding } from './system-findings.ts';

export function FindingStatus({ finding }: { readonly finding: SystemFinding }) {
  const { level, text, advice } = finding;
  return (
    <>
      <StatusIndicator type={level}>{text}</StatusIndicator>
      {advice !== undefined && <Box>{advice}</Box>}
    </>
  );
}

import type { Stage } from '../config/stages.ts';

/** Builds the tags of a stack, which CloudFormation gives to every resource that it creates. */
export function buildStackTags(
  { name, costCentre, tags }: Stage,
  area: string,
): Record<string, string> {
  return {
    ...tags,
    'countinghouse:stage': name,
    'countinghouse:area': area,
    ...(costCentre !== undefined && { 'countinghouse:cost-centre': costCentre }),
  };
}

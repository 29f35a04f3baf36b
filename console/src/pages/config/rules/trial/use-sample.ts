import { useState } from 'react';
import { useTenant } from '../../../../api/use-tenant.ts';
import { chooseSubject } from './trial-request.ts';
import { formatSample } from './trial-sample.ts';

export interface SampleEditing {
  /** JSON. */
  readonly text: string;
  readonly change: (text: string) => void;
}

/** The sample that a rule is tried on: one for what the rule judges, until the operator changes it. */
export function useSample(productId: string, appliesTo: readonly string[]): SampleEditing {
  const { currency = 'EUR' } = useTenant();
  const [typed, setTyped] = useState<string>();
  const subject = chooseSubject(appliesTo);
  return { text: typed ?? formatSample({ productId, subject, currency }), change: setTyped };
}

import { useMemo } from 'react';
import { useSignedIn } from '../../platform/session/index.ts';
import { visibleButtons } from './work-buttons.rules.ts';

/** The buttons that the person's rights show. */
export function useButtons() {
  const { user } = useSignedIn();
  return useMemo(() => visibleButtons(user ?? { rights: [], deny: [] }), [user]);
}

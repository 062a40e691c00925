import { useMemo } from 'react';
import { useSignedIn } from '../../../platform/session/index.ts';
import { visibleButtons } from './work-buttons.rules.ts';

/** The buttons visible with the user's rights. */
export function useVisibleButtons() {
  const { user } = useSignedIn();
  return useMemo(() => visibleButtons(user ?? { rights: [], deny: [] }), [user]);
}

import { useSignedIn, useTenant } from '../../../platform/session/index.ts';
import { canSeal } from './seal-button.rules.ts';

/** Whether the user's organisation and rights allow sealing. */
export function useCanSeal(): boolean {
  const hasTenant = useTenant() !== null;
  const { user } = useSignedIn();
  return canSeal({ hasTenant, rights: user?.rights ?? [], deny: user?.deny ?? [] });
}

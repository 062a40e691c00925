import { useSignedIn, useTenant } from '../../../platform/session/index.ts';
import { maySeal } from './seal-button.rules.ts';

/** Whether the user's organisation and rights allow sealing. */
export function useMaySeal(): boolean {
  const hasTenant = useTenant() !== null;
  const { user } = useSignedIn();
  return maySeal({ hasTenant, rights: user?.rights ?? [], deny: user?.deny ?? [] });
}

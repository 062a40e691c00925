import { isButtonVisible, rights } from '@sealflow/domain/roles';
import { useSignedIn, useTenant } from '../../../platform/session/index.ts';

const sealButtonID = 'document_seal';

type Person = {
  readonly hasTenant: boolean;
  readonly rights: readonly string[];
  readonly deny: readonly string[];
};

/**
 * Section 6: a button is visible if it is in the current rights and not in the deny list. Section 6 has no
 * right for this button, so it comes with the right to sign in, and can be denied by its name.
 */
export function canSeal({ hasTenant, rights: currentRights, deny }: Person): boolean {
  const granted = currentRights.includes(rights.signIn) ? [...currentRights, sealButtonID] : currentRights;
  return hasTenant && isButtonVisible(sealButtonID, { rights: granted, deny });
}

/** Whether the user's organisation and rights allow sealing. */
export function useCanSeal(): boolean {
  const hasTenant = useTenant() !== null;
  const { user } = useSignedIn();
  return canSeal({ hasTenant, rights: user?.rights ?? [], deny: user?.deny ?? [] });
}

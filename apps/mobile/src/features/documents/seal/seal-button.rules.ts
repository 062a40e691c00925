import { isButtonVisible, rights } from '@sealflow/domain/roles';

const button = 'document_seal';

type Person = {
  readonly hasTenant: boolean;
  readonly rights: readonly string[];
  readonly deny: readonly string[];
};

/**
 * Section 6: a button is visible if it is in the current rights and not in the deny list. Section 6 has no
 * right for this button, so it comes with the right to sign in, and can be denied by its name.
 */
export function maySeal({ hasTenant, rights: held, deny }: Person): boolean {
  const granted = held.includes(rights.signIn) ? [...held, button] : held;
  return hasTenant && isButtonVisible(button, { rights: granted, deny });
}

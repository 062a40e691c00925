import { isButtonVisible, rights, workButtons } from '@sealflow/domain/roles';

export type WorkButton = keyof typeof workButtons;

/**
 * Section 6: a button is visible if it is in the current rights and not in the deny list. Section 6 has no
 * rights for these buttons, so they come with the right to sign in, and each can be denied by its name.
 */
export function visibleButtons(person: {
  readonly rights: readonly string[];
  readonly deny: readonly string[];
}): Readonly<Record<WorkButton, boolean>> {
  const granted = person.rights.includes(rights.signIn)
    ? [...person.rights, ...Object.values(workButtons)]
    : person.rights;
  const isVisible = (name: WorkButton) =>
    isButtonVisible(workButtons[name], { rights: granted, deny: person.deny });
  return {
    approve: isVisible('approve'),
    reject: isVisible('reject'),
    complete: isVisible('complete'),
    addApproval: isVisible('addApproval'),
    transfer: isVisible('transfer'),
    cancel: isVisible('cancel'),
    handle: isVisible('handle'),
    read: isVisible('read'),
    edit: isVisible('edit'),
    download: isVisible('download'),
    apply: isVisible('apply'),
  };
}

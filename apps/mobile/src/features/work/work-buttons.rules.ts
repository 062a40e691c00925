import { isButtonVisible, rights } from '@sealflow/domain/roles';

/** The buttons of work by the names that a tenant's deny list hides them by. */
const buttonNames = {
  approve: 'task_approve',
  reject: 'task_reject',
  complete: 'task_complete',
  addApproval: 'task_add_approval',
  transfer: 'task_transfer',
  cancel: 'flow_cancel',
  handle: 'task_handle',
  read: 'task_read',
  edit: 'flow_edit',
  download: 'flow_download',
  apply: 'flow_apply',
} as const;

export type WorkButton = keyof typeof buttonNames;

/**
 * Section 6: a button is visible when it is in the current rights and not in the deny list. It lists no rights for
 * buttons, so those of work come with the right to sign in, and each can be denied by its name.
 */
export function visibleButtons(held: {
  readonly rights: readonly string[];
  readonly deny: readonly string[];
}): Readonly<Record<WorkButton, boolean>> {
  const granted = held.rights.includes(rights.signIn)
    ? [...held.rights, ...Object.values(buttonNames)]
    : held.rights;
  const isVisible = (name: WorkButton) =>
    isButtonVisible(buttonNames[name], { rights: granted, deny: held.deny });
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

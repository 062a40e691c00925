import type { Texts } from '../texts.ts';

export const rights: Texts['rights'] = {
  names: {
    app_login: 'Sign in to the app',
    'Administration/administration': 'Administer the organisation',
    org_managment: 'Administer people',
    task_approve: 'Tasks: approve',
    task_reject: 'Tasks: reject',
    task_complete: 'Tasks: complete',
    task_add_approval: 'Tasks: add an approver',
    task_transfer: 'Tasks: transfer',
    task_handle: 'Tasks: handle',
    task_read: 'Tasks: mark as read',
    flow_apply: 'Apply',
    flow_edit: 'Edit an application',
    flow_cancel: 'Cancel an application',
    flow_download: 'Download files of an application',
  },
  tabs: { messages: 'Messages', documents: 'Documents', work: 'Work', mine: 'Mine' },
};

/** Names of rights, of denials and of the app's tabs. */
export const rights = {
  names: {
    app_login: '登录应用',
    'Administration/administration': '系统管理',
    org_managment: '人员管理',
    task_approve: '审批：同意',
    task_reject: '审批：驳回',
    task_complete: '审批：办结',
    task_add_approval: '审批：加签',
    task_transfer: '审批：转交',
    task_handle: '审批：处理',
    task_read: '审批：阅知',
    flow_apply: '发起申请',
    flow_edit: '修改申请',
    flow_cancel: '撤销申请',
    flow_download: '下载申请文件',
  } as Readonly<Record<string, string>>,
  tabs: { messages: '消息', documents: '文档', work: '工作', mine: '我的' },
};

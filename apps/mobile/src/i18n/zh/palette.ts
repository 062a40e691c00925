/** Texts of the command palette. */
export const palette = {
  title: '命令面板',
  button: '命令',
  field: '输入操作、任务、文档或页面',
  options: '结果',
  count: (count: number) => `${count} 项`,
  kinds: {
    recent: '最近使用',
    action: '操作',
    task: '任务',
    flow: '申请',
    document: '文档',
    conversation: '会话',
    person: '同事',
    screen: '页面',
  },
  screen: '页面',
  searchAll: (text: string) => `在全部内容中搜索“${text}”`,
  actions: {
    approve: '同意此任务',
    reject: '拒绝此任务',
    remark: '填写审批意见',
    document: '打开任务的文件',
    undo: '撤销刚才的处理',
    search: '搜索当前列表',
    help: '查看键盘快捷键',
  },
};

/** Texts of the keyboard: shortcuts and their settings. */
export const keys = {
  title: '键盘快捷键',
  show: '查看',
  or: '或',
  scopes: { everywhere: '通用', list: '列表', task: '任务' },
  names: {
    palette: '打开命令面板',
    search: '搜索',
    help: '显示快捷键',
    back: '返回或关闭',
    next: '下一条',
    previous: '上一条',
    open: '打开所选内容',
    approve: '同意，再按一次确认',
    reject: '拒绝，再按一次确认',
    remark: '填写审批意见',
    send: '填写意见后确认',
    document: '打开任务的文件',
    undo: '撤销刚才的处理',
  },
  single: '单键快捷键',
  singleHint: '用一个按键完成操作，例如按 A 同意。使用读屏软件或语音输入时可以关闭。',
};

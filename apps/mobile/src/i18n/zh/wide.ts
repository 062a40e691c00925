/** Texts of the wide screen. */
export const wide = {
  listWidth: '列表宽度',
  empty: {
    messages: { title: '选择一个会话', hint: '从左侧列表打开会话，消息会显示在这里。' },
    documents: { title: '选择一个文档', hint: '从左侧列表打开文档，预览会显示在这里。' },
    work: { title: '选择一项任务或申请', hint: '从左侧打开，即可在这里查看并处理。' },
    mine: { title: '选择一项设置', hint: '从左侧菜单打开，内容会显示在这里。' },
  },
};

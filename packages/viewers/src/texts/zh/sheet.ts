export const sheet = {
  sheets: '工作表',
  hidden: (name: string) => `${name}（已隐藏）`,
  close: '关闭',
  detail: '单元格内容',
  comment: '批注',
  link: '链接',
  formula: '公式',
  headings: '页眉和页脚',
  boxes: '文本框',
  picture: '图片',
  empty: '此工作表没有内容',
};

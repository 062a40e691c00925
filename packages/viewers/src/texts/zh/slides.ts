export const slides = {
  slide: (page: number, pages: number) => `第 ${page} 张幻灯片，共 ${pages} 张`,
  hidden: '放映时隐藏',
  notes: '备注',
  rest: '未能按版式显示的内容',
  plain: '无法还原此演示文稿的版式，以下为其中的文字和图片。',
  empty: '此演示文稿没有幻灯片',
};

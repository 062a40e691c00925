/** Texts of following applications of others. */
export const follow = {
  start: '关注此申请',
  end: '取消关注',
  started: '已关注，状态变化时会通知您',
  ended: '已取消关注',
  none: '没有关注的申请',
  noneHint: '在申请详情右上角点关注，状态变化时会收到通知。',
};

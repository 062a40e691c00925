/** Texts of the queue: one task after the other. */
export const queue = {
  undo: '撤销',
  offer: (decision: string) => `${decision}，5 秒后发送。`,
  heldHere: (action: string) => `“${action}”将在几秒后发送，在此之前可以撤回。`,
  heldHint: '几秒后发送，在此之前可以撤销。',
  refused: (action: string, title: string) => `“${title}”的“${action}”未能完成`,
  look: '返回此任务',
  next: '处理后打开下一条',
  nextHint: '处理列表中的任务后自动打开下一条。每次处理 5 秒后才发送，在此之前可以撤销。',
};

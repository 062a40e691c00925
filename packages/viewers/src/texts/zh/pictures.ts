/** Texts that stand over pictures: the viewer takes them along, and nothing else of the catalogues. */
export const pictures = {
  cutOff: '图片不完整，仅显示已有的部分',
  play: '播放动画',
  pause: '暂停动画',
};

/** Texts of dropping files. */
export const drop = {
  dropped: (count: number) => `已放入 ${count} 个文件`,
  folders: '不能放入文件夹，请打开文件夹后拖入其中的文件',
};

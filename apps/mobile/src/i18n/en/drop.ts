/** Texts of dropping files. */
export const drop = {
  dropped: (count: number) => (count === 1 ? '1 file dropped' : `${count} files dropped`),
  folders: 'Folders can’t be dropped here. Open the folder and drag the files in it',
};

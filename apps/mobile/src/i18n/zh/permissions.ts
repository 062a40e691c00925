export const permissions = {
  first: {
    title: '允许访问文件',
    text: '打开、保存和预览手机里的文件需要文件访问权限。',
    decline: '以后再说',
  },
  refused: {
    title: '尚未授权',
    text: '您刚才没有允许访问文件，文档将无法正常打开和预览。',
    decline: '不用了',
  },
  authorise: '去授权',
};

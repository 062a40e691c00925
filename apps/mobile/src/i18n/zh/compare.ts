/** Texts of the comparison of two documents. */
export const compare = {
  title: '比较文档',
  action: '比较',
  versions: '比较两个版本',
  compareWith: '与其他文档比较',
  choose: '选择要比较的文档',
  chooseHint: '可以比较文本文件和 PDF。',
  nothingToChoose: '没有其他可选的文档',
  nothingToChooseHint: '请先打开要比较的文档，它会出现在“最近”中。',
  comparing: '正在比较…',
  content: (left: string, right: string) => `比较：${left} 与 ${right}`,
  tools: '比较工具',
  previous: '上一处差异',
  next: '下一处差异',
  changeShort: (current: number, count: number) => `${current} / ${count}`,
  changeOf: (current: number, count: number) => `第 ${current} 处差异，共 ${count} 处`,
  noChanges: '没有差异',
  noChangesPages: '文字没有差异。只比较文字，不比较图片和版式。',
  ignoreWhiteSpace: '忽略空格',
  swap: '交换左右',
  left: (name: string) => `旧：${name}`,
  right: (name: string) => `新：${name}`,
  line: (number: number) => `第 ${number} 行`,
  page: (number: number) => `第 ${number} 页`,
  removedAt: (place: string) => `已删除，${place}：`,
  addedAt: (place: string) => `已添加，${place}：`,
  emptyLine: '空行',
  /** Names the document that cannot be shown, above the reason. */
  about: (name: string) => `无法比较：${name}`,
  problems: {
    unsupported: {
      title: '只能比较文本文件和 PDF',
      hint: (name: string) => `“${name}”是其他格式。请将它另存为 PDF 后再比较。`,
    },
    noText: {
      title: '此 PDF 没有可比较的文字',
      hint: (name: string) => `“${name}”可能是扫描件。请使用带文字的 PDF。`,
    },
    tooLong: {
      title: '文档过长，无法比较',
      hint: (name: string) => `“${name}”超出了限制：8 MB、400 万字、6 万行或 2000 页。请拆分后再比较。`,
    },
    tooDifferent: {
      title: '两个文档差别过大，无法比较',
      hint: () => '请确认选择的是同一文档的两个版本。',
    },
  },
};

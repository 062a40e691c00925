import type { Texts } from '../texts.ts';

export const compare: Texts['compare'] = {
  title: 'Compare documents',
  action: 'Compare',
  versions: 'Compare both versions',
  compareWith: 'Compare with another document',
  choose: 'Choose a document to compare with',
  chooseHint: 'Text files and PDFs can be compared.',
  nothingToChoose: 'There is no other document',
  nothingToChooseHint: 'Open the document to compare with first. It then appears under “Recent”.',
  comparing: 'Comparing…',
  content: (left, right) => `Comparison of ${left} and ${right}`,
  tools: 'Comparison tools',
  previous: 'Previous change',
  next: 'Next change',
  changeShort: (current, count) => `${current} of ${count}`,
  changeOf: (current, count) => `Change ${current} of ${count}`,
  noChanges: 'No differences',
  noChangesPages: 'The text is the same. Pictures and layout are not compared.',
  ignoreWhiteSpace: 'Ignore white space',
  swap: 'Swap sides',
  left: (name) => `Old: ${name}`,
  right: (name) => `New: ${name}`,
  line: (number) => `line ${number}`,
  page: (number) => `page ${number}`,
  removedAt: (place) => `Removed, ${place}: `,
  addedAt: (place) => `Added, ${place}: `,
  emptyLine: 'empty line',
  about: (name) => `Cannot compare: ${name}`,
  problems: {
    unsupported: {
      title: 'Only text files and PDFs can be compared',
      hint: (name) => `“${name}” has another format. Save it as a PDF to compare it.`,
    },
    noText: {
      title: 'This PDF has no text to compare',
      hint: (name) => `“${name}” may be a scan. Use a PDF with text.`,
    },
    tooLong: {
      title: 'The document is too long to be compared',
      hint: (name) =>
        `“${name}” exceeds a limit: 8 MB, 4 million characters, 60,000 lines or 2,000 pages. Split it first.`,
    },
    tooDifferent: {
      title: 'The documents differ too much to be compared',
      hint: () => 'Check that both are versions of the same document.',
    },
  },
};

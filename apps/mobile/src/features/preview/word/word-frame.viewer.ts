import { viewers as en } from '../../../i18n/en/viewers.ts';
import { viewers as zh } from '../../../i18n/zh/viewers.ts';
import { addStyle } from '../frame/add-style.viewer.ts';
import type { ShowFrame } from '../frame/frame.types.ts';
import { readWhole } from '../frame/read-whole.adapter.ts';
import { domSearch } from '../text/dom-search.viewer.ts';
import { readDoc } from './doc.viewer.ts';
import { readDocx } from './docx.viewer.ts';
import { headingsOf } from './headings.viewer.ts';
import { layPaper } from './paper.viewer.ts';
import css from './word.css?inline';

/** The viewer of Word documents: pages in a column, fitted to the viewport. */
export const show: ShowFrame = async (root, source, options) => {
  addStyle(css);
  const bytes = await readWhole(source, options);
  const paper = layPaper(root, options);
  const { word } = options.language === 'en' ? en : zh;
  await paper.fill(options.kind === 'doc' ? await readDoc(bytes, word) : await readDocx(bytes, word));
  const { sheet, goTo, zoom } = paper;
  return { goTo, zoom, search: domSearch(sheet), outline: async () => headingsOf(sheet, paper) };
};

import { addStyle } from '../frame/add-style.viewer.ts';
import type { ShowFrame } from '../frame/frame.types.ts';
import { readWholeDocument } from '../frame/read-whole-document.util.ts';
import { createDomSearch } from '../text/dom-search.viewer.ts';
import { viewers as en } from '../texts/en/viewers.ts';
import { viewers as zh } from '../texts/zh/viewers.ts';
import { renderDoc } from './doc.viewer.ts';
import { renderDocx } from './docx.viewer.ts';
import { outlineOfHeadings } from './heading-outline.viewer.ts';
import { createPageColumn } from './page-column.viewer.ts';
import css from './word.css?inline';

/** The viewer of Word documents: pages in a column, fitted to the viewport. */
export const show: ShowFrame = async (root, source, options) => {
  addStyle(css);
  const bytes = await readWholeDocument(source, options);
  const pageColumn = createPageColumn(root, options);
  const { word } = options.language === 'en' ? en : zh;
  await pageColumn.show(
    options.kind === 'doc' ? await renderDoc(bytes, word) : await renderDocx(bytes, word),
  );
  const { sheet, goTo, zoom } = pageColumn;
  return {
    goTo,
    zoom,
    search: createDomSearch(sheet),
    outline: async () => outlineOfHeadings(sheet, pageColumn),
  };
};

import { columnName } from './axis.rules.ts';
import type { CellNote } from './sheet.types.ts';

export type CellDetail = {
  readonly element: HTMLElement;
  show(cell: { row: number; column: number; text: string; note: CellNote | undefined }): void;
  close(): void;
};

type DetailTexts = Readonly<Record<'detail' | 'close' | 'comment' | 'link' | 'formula', string>>;

/** The details of a cell: its full text, its comment, its formula and, as text, its link target. */
export function createCellDetail(words: DetailTexts, onClose: () => void): CellDetail {
  const element = document.createElement('section');
  element.className = 'detail';
  element.hidden = true;
  element.setAttribute('aria-label', words.detail);
  element.setAttribute('aria-live', 'polite');
  const close = document.createElement('button');
  close.type = 'button';
  close.textContent = words.close;
  const facts = document.createElement('dl');
  element.append(facts, close);
  const hide = () => {
    element.hidden = true;
  };
  close.addEventListener('click', () => {
    hide();
    onClose();
  });
  const factElements = (name: string, value: string | undefined) => {
    if (!value) return [];
    const term = Object.assign(document.createElement('dt'), { textContent: name });
    const description = Object.assign(document.createElement('dd'), { textContent: value });
    return [term, description];
  };
  return {
    element,
    close: hide,
    show({ row, column, text, note }) {
      if (text === '' && !note) return hide();
      facts.replaceChildren(
        ...factElements(`${columnName(column)}${row + 1}`, text || '—'),
        ...factElements(words.comment, note?.comment),
        ...factElements(words.link, note?.link),
        ...factElements(words.formula, note?.formula),
      );
      element.hidden = false;
      element.scrollTop = 0;
    },
  };
}

import hljs from 'highlight.js/lib/common';
import { domSearch } from './dom-search.viewer.ts';
import type { TextStage, TextView } from './text-view.types.ts';
import { wholeText } from './whole-text.adapter.ts';

/** Lines longer than this are made by machines: finding their colours takes longer than reading them. */
const longestLine = 5000;

/** Program text in colours, with the numbers of its lines. */
export async function codeText(stage: TextStage, language: string): Promise<TextView> {
  const { scroller, onPage } = stage;
  const text = (await wholeText(stage)).replace(/^\ufeff/, '');
  const lines = text.split('\n');
  const code = document.createElement('code');
  // The library escapes what it was given: of the document there is only text in what it answers.
  if (lines.every((line) => line.length <= longestLine) && hljs.getLanguage(language)) {
    code.innerHTML = hljs.highlight(text, { language, ignoreIllegals: true }).value;
  } else code.textContent = text;
  const page = document.createElement('div');
  page.className = 'code';
  page.append(...numbered(code));
  scroller.replaceChildren(page);
  onPage(1, 1);
  return { search: domSearch(page), end: () => undefined };
}

/** The coloured text line by line: where a line wraps, its number stays at its beginning. */
function numbered(code: HTMLElement): HTMLElement[] {
  const rows: HTMLElement[] = [];
  const row = () => {
    const line = document.createElement('pre');
    line.dataset['line'] = String(rows.length + 1);
    rows.push(line);
    return line;
  };
  let open: HTMLElement = row();
  const copy = (node: Node, into: (line: HTMLElement) => HTMLElement) => {
    if (node instanceof Text) {
      for (const [index, part] of node.data.split('\n').entries()) {
        if (index > 0) open = row();
        if (part !== '') into(open).append(part);
      }
      return;
    }
    if (!(node instanceof HTMLElement)) return;
    // A comment over several lines is as many pieces of the same colour.
    const pieces = new Map<HTMLElement, HTMLElement>();
    const piece = (line: HTMLElement) => {
      const outer = into(line);
      const known = pieces.get(line) ?? (node.cloneNode(false) as HTMLElement);
      pieces.set(line, known);
      if (known.parentNode !== outer) outer.append(known);
      return known;
    };
    for (const child of node.childNodes) copy(child, piece);
  };
  for (const child of code.childNodes) copy(child, (line) => line);
  return rows;
}

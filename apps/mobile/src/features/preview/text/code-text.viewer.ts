import hljs from 'highlight.js/lib/common';
import { domSearch } from './dom-search.viewer.ts';
import type { TextStage, TextView } from './text-view.types.ts';
import { wholeText } from './whole-text.adapter.ts';

/** Longer lines are generated, and highlighting them would take too long. */
const longestLine = 5000;

/** Shows source code with syntax highlighting and line numbers. */
export async function codeText(stage: TextStage, language: string): Promise<TextView> {
  const { scroller, onPage } = stage;
  const text = (await wholeText(stage)).replace(/^\ufeff/, '');
  const lines = text.split('\n');
  const code = document.createElement('code');
  // highlight.js escapes its input, so its output contains only its own markup and text of the document.
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

/** Splits the highlighted code into lines: where a line wraps, its number stays at its start. */
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
    // An element that spans several lines, such as a comment, is cloned for each line.
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

import hljs from 'highlight.js/lib/common';
import { createDomSearch } from './dom-search.viewer.ts';
import { readWholeText } from './read-whole-text.util.ts';
import type { TextStage, TextView } from './text-view.types.ts';

/** Longer lines are generated, and highlighting them would take too long. */
const maxHighlightedLineLength = 5000;

/** Shows source code with syntax highlighting and line numbers. */
export async function showCode(stage: TextStage, language: string): Promise<TextView> {
  const { scroller, onPage } = stage;
  const text = (await readWholeText(stage)).replace(/^\ufeff/, '');
  const lines = text.split('\n');
  const code = document.createElement('code');
  // highlight.js escapes its input, so its output contains only its own markup and text of the document.
  if (lines.every((line) => line.length <= maxHighlightedLineLength) && hljs.getLanguage(language)) {
    code.innerHTML = hljs.highlight(text, { language, ignoreIllegals: true }).value;
  } else code.textContent = text;
  const page = document.createElement('div');
  page.className = 'code';
  page.append(...numberLines(code));
  scroller.replaceChildren(page);
  onPage(1, 1);
  return { search: createDomSearch(page), end: () => undefined };
}

/** Splits the highlighted code into lines: where a line wraps, its number stays at its start. */
function numberLines(code: HTMLElement): HTMLElement[] {
  const rows: HTMLElement[] = [];
  const createLine = () => {
    const line = document.createElement('pre');
    line.dataset['line'] = String(rows.length + 1);
    rows.push(line);
    return line;
  };
  let currentLine: HTMLElement = createLine();
  const copyNode = (node: Node, parentIn: (line: HTMLElement) => HTMLElement) => {
    if (node instanceof Text) {
      for (const [index, part] of node.data.split('\n').entries()) {
        if (index > 0) currentLine = createLine();
        if (part !== '') parentIn(currentLine).append(part);
      }
      return;
    }
    if (!(node instanceof HTMLElement)) return;
    // An element that spans several lines, such as a comment, is cloned for each line.
    const clonesByLine = new Map<HTMLElement, HTMLElement>();
    const cloneIn = (line: HTMLElement) => {
      const outer = parentIn(line);
      const clone = clonesByLine.get(line) ?? (node.cloneNode(false) as HTMLElement);
      clonesByLine.set(line, clone);
      if (clone.parentNode !== outer) outer.append(clone);
      return clone;
    };
    for (const child of node.childNodes) copyNode(child, cloneIn);
  };
  for (const child of code.childNodes) copyNode(child, (line) => line);
  return rows;
}

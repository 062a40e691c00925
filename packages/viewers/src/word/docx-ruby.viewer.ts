import { marks } from './docx-marks.rules.ts';

/** The nodes between a node and the next sibling with a mark; null where there is none. */
function nodesUntil(start: Node, mark: string): readonly Node[] | null {
  const nodes: Node[] = [];
  for (let node = start.nextSibling; node !== null; node = node.nextSibling) {
    if (node instanceof HTMLElement && node.id === mark) return nodes;
    nodes.push(node);
  }
  return null;
}

function createPart(name: string, nodes: readonly (Node | undefined)[]): HTMLElement {
  const element = document.createElement(name);
  element.append(...nodes.filter((node) => node !== undefined));
  return element;
}

/** Puts the readings of ruby annotations over their base text. Browsers without ruby show them in parentheses. */
export function drawRubies(roots: readonly HTMLElement[]): void {
  const found = roots.flatMap((root) => Array.from(root.querySelectorAll(`span[id="${marks.rubyBase}"]`)));
  for (const start of found) {
    const base = nodesUntil(start, marks.rubyText);
    const middle = base && (base.at(-1) ?? start).nextSibling;
    const reading = middle && nodesUntil(middle, marks.rubyEnd);
    if (!base || !reading || reading.length < 2) continue;
    const end = reading.at(-1)?.nextSibling;
    const ruby = createPart('ruby', [
      ...base,
      createPart('rp', reading.slice(0, 1)),
      createPart('rt', reading.slice(1, -1)),
      createPart('rp', reading.slice(-1)),
    ]);
    start.before(ruby);
    for (const mark of [start, middle, end]) mark?.remove();
  }
}

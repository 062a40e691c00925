import { createDomSearch } from './dom-search.viewer.ts';
import { type Json, parseJsonExactly, primitiveOf } from './json.rules.ts';
import { readWholeText } from './read-whole-text.util.ts';
import type { TextStage, TextView } from './text-view.types.ts';

/** The number of entries of one list that are rendered at once; further ones are rendered on request. */
const entriesPerPage = 200;
const expandedLevelCount = 2;
/**
 * The number of unexpanded entries that a search expands; beyond that the search covers only the source view.
 */
const maxExpandedForSearch = 50_000;

const createElement = (name: string, className: string, text = '') => {
  const element = document.createElement(name);
  element.className = className;
  element.textContent = text;
  return element;
};

/** Shows JSON as a collapsible tree; null where the text is not JSON. */
export async function showJson(stage: TextStage): Promise<TextView | null> {
  let value: Json;
  try {
    value = parseJsonExactly((await readWholeText(stage)).replace(/^\ufeff/, ''));
  } catch {
    return null;
  }
  const { scroller, texts, onPage } = stage;
  const tree = createElement('div', 'json');
  const unrendered: Unrendered = new Set();
  tree.append(nodeOf(value, null, { depth: 0, texts: texts.text, unrendered }));
  scroller.replaceChildren(tree);
  onPage(1, 1);
  const { find, step } = createDomSearch(tree);
  return {
    search: {
      find: (findOptions) => {
        let count = 0;
        for (const showMore of unrendered) {
          count += showMore();
          if (count > maxExpandedForSearch) break;
        }
        return find(findOptions);
      },
      step,
      readText: async ({ maxCharacters }) => JSON.stringify(value).slice(0, maxCharacters),
    },
    end: () => undefined,
  };
}

/** Functions that render more entries and return how many. */
type Unrendered = Set<() => number>;
type NodeOptions = {
  readonly depth: number;
  readonly texts: TextStage['texts']['text'];
  readonly unrendered: Unrendered;
};

function nodeOf(value: Json, key: string | null, { depth, texts, unrendered }: NodeOptions): HTMLElement {
  const label = key === null ? [] : [createElement('span', 'key', `${key}: `)];
  if (value === null || typeof value !== 'object') {
    const line = createElement('div', 'leaf');
    const { kind, text } = primitiveOf(value);
    line.append(...label, createElement('span', kind, text));
    return line;
  }
  const isList = Array.isArray(value);
  const entries = Object.entries(value as Record<string, Json>);
  const details = document.createElement('details');
  const summary = document.createElement('summary');
  const count = isList ? texts.items(entries.length) : texts.fields(entries.length);
  summary.append(...label, createElement('span', 'count', `${isList ? '[ ]' : '{ }'} ${count}`));
  const body = createElement('div', 'inside');
  details.append(summary, body);
  let renderedCount = 0;
  const more = createElement('button', 'more');
  more.setAttribute('type', 'button');
  const showMore = () => {
    more.remove();
    unrendered.delete(showMore);
    const next = entries.slice(renderedCount, renderedCount + entriesPerPage);
    renderedCount += next.length;
    for (const [name, entry] of next)
      body.append(nodeOf(entry, name, { depth: depth + 1, texts, unrendered }));
    more.textContent = `${renderedCount} / ${entries.length} …`;
    if (renderedCount < entries.length) {
      body.append(more);
      unrendered.add(showMore);
    }
    return next.length;
  };
  unrendered.add(showMore);
  more.addEventListener('click', showMore);
  const renderIfOpen = () => {
    if (details.open && renderedCount === 0) showMore();
  };
  details.addEventListener('toggle', renderIfOpen);
  details.open = depth < expandedLevelCount;
  renderIfOpen();
  return details;
}

import { domSearch } from './dom-search.viewer.ts';
import { type Json, leafOf, readJson } from './json.rules.ts';
import type { TextStage, TextView } from './text-view.types.ts';
import { wholeText } from './whole-text.adapter.ts';

/** The number of entries of one list that are rendered at once; further ones are rendered on request. */
const mostAtOnce = 200;
const openLevels = 2;
/**
 * The number of unexpanded entries that a search expands; beyond that the search covers only the source view.
 */
const mostSearched = 50_000;

const element = (name: string, className: string, text = '') => {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
};

/** Shows JSON as a collapsible tree; null where the text is not JSON. */
export async function jsonText(stage: TextStage): Promise<TextView | null> {
  let value: Json;
  try {
    value = readJson((await wholeText(stage)).replace(/^\ufeff/, ''));
  } catch {
    return null;
  }
  const { scroller, texts, onPage } = stage;
  const tree = element('div', 'json');
  const folded: Folded = new Set();
  tree.append(nodeOf(value, null, { depth: 0, texts: texts.text, folded }));
  scroller.replaceChildren(tree);
  onPage(1, 1);
  const { find, step } = domSearch(tree);
  return {
    search: {
      find: (asked) => {
        let count = 0;
        for (const showMore of folded) {
          count += showMore();
          if (count > mostSearched) break;
        }
        return find(asked);
      },
      step,
    },
    end: () => undefined,
  };
}

/** Functions that render more entries and return how many. */
type Folded = Set<() => number>;
type Within = {
  readonly depth: number;
  readonly texts: TextStage['texts']['text'];
  readonly folded: Folded;
};

function nodeOf(value: Json, key: string | null, { depth, texts, folded }: Within): HTMLElement {
  const label = key === null ? [] : [element('span', 'key', `${key}: `)];
  if (value === null || typeof value !== 'object') {
    const line = element('div', 'leaf');
    const { kind, text } = leafOf(value);
    line.append(...label, element('span', kind, text));
    return line;
  }
  const isList = Array.isArray(value);
  const entries = Object.entries(value as Record<string, Json>);
  const fold = document.createElement('details');
  const summary = document.createElement('summary');
  const count = isList ? texts.items(entries.length) : texts.fields(entries.length);
  summary.append(...label, element('span', 'count', `${isList ? '[ ]' : '{ }'} ${count}`));
  const body = element('div', 'inside');
  fold.append(summary, body);
  let shown = 0;
  const more = element('button', 'more');
  more.setAttribute('type', 'button');
  const showMore = () => {
    more.remove();
    folded.delete(showMore);
    const next = entries.slice(shown, shown + mostAtOnce);
    shown += next.length;
    for (const [name, entry] of next) body.append(nodeOf(entry, name, { depth: depth + 1, texts, folded }));
    more.textContent = `${shown} / ${entries.length} …`;
    if (shown < entries.length) {
      body.append(more);
      folded.add(showMore);
    }
    return next.length;
  };
  folded.add(showMore);
  more.addEventListener('click', showMore);
  const unfold = () => {
    if (fold.open && shown === 0) showMore();
  };
  fold.addEventListener('toggle', unfold);
  fold.open = depth < openLevels;
  unfold();
  return fold;
}

import { records as en } from '../texts/en/records.ts';
import { records as zh } from '../texts/zh/records.ts';
import { createDomSearch } from './dom-search.viewer.ts';
import { readComponents } from './jcal.rules.ts';
import { readWholeText } from './read-whole-text.util.ts';
import { cardsOf, type RecordCard } from './record-cards.rules.ts';
import type { TextStage, TextView } from './text-view.types.ts';

type Texts = typeof zh;

function elementOf({ title, facts, note, picture }: RecordCard, texts: Texts): HTMLElement {
  const card = document.createElement('section');
  const heading = document.createElement('h2');
  heading.textContent = title;
  card.append(heading);
  if (picture !== null) {
    const image = document.createElement('img');
    image.src = picture;
    image.alt = texts.picture;
    card.append(image);
  }
  const list = document.createElement('dl');
  for (const { name, value } of facts) {
    const term = document.createElement('dt');
    term.textContent = texts.facts[name];
    const description = document.createElement('dd');
    description.textContent = value;
    list.append(term, description);
  }
  card.append(list);
  if (note !== '') {
    const text = document.createElement('p');
    text.textContent = note;
    card.append(text);
  }
  return card;
}

/** Shows the events of a calendar, or contacts; null where the text holds none. */
export async function showRecords(
  stage: TextStage,
  kind: 'calendar' | 'contacts',
  language: 'zh' | 'en',
): Promise<TextView | null> {
  const components = readComponents(await readWholeText(stage), kind);
  if (components === null) return null;
  const texts = language === 'en' ? en : zh;
  const cards = cardsOf(components, { texts, locale: language === 'en' ? 'en-GB' : 'zh-CN' });
  if (cards.length === 0) return null;
  const { scroller, onPage } = stage;
  const page = document.createElement('article');
  page.className = 'records';
  const elements = cards.map((card) => elementOf(card, texts));
  page.append(...elements);
  scroller.replaceChildren(page);
  onPage(1, 1);
  return {
    search: createDomSearch(page),
    outline: async () =>
      cards.map(({ title }, index) => ({
        title,
        page: null,
        goTo: () => elements[index]?.scrollIntoView({ block: 'start' }),
        items: [],
      })),
    end: () => undefined,
  };
}

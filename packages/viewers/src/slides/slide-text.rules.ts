import type { SlideNode } from './slides.types.ts';

const wordsOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** The text that is drawn for the nodes of a slide. */
export function textsOfNodes(nodes: readonly SlideNode[]): string[] {
  return nodes.flatMap((node) => {
    if (node.hidden) return [];
    if (node.type === 'group') return textsOfNodes(node.children);
    if (node.type === 'chart') return [node.title ?? '', node.chartXml?.replace(/<[^>]*>/g, ' ') ?? ''];
    const paragraphs =
      node.type === 'shape'
        ? (node.paragraphs ?? [])
        : node.type === 'table'
          ? node.rows.flat().flatMap((cell) => cell.paragraphs)
          : [];
    return paragraphs.map(({ runs }) => runs.map(({ text }) => text).join(''));
  });
}

/** The paragraphs that contain a word that is not drawn. */
export function paragraphsNotDrawn(paragraphs: readonly string[], drawn: readonly string[]): string[] {
  const drawnWords = new Set(drawn.flatMap(wordsOf));
  const drawnText = drawn.join('').replace(/\s/g, '').toLowerCase().normalize('NFKC');
  // A word that is split into several runs is drawn nevertheless.
  const isDrawn = (word: string) => drawnWords.has(word) || drawnText.includes(word);
  return [...new Set(paragraphs.filter((paragraph) => wordsOf(paragraph).some((word) => !isDrawn(word))))];
}

import type { SlideNode } from './slides.types.ts';

const words = (text: string) =>
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
export function missingFrom(paragraphs: readonly string[], drawn: readonly string[]): string[] {
  const seen = new Set(drawn.flatMap(words));
  const whole = drawn.join('').replace(/\s/g, '').toLowerCase().normalize('NFKC');
  // A word that is split into several runs is drawn nevertheless.
  const isDrawn = (word: string) => seen.has(word) || whole.includes(word);
  return [...new Set(paragraphs.filter((paragraph) => words(paragraph).some((word) => !isDrawn(word))))];
}

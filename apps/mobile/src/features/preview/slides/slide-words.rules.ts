import type { SlideNode } from './slides.types.ts';

const words = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** All that the nodes of a slide say, as they are drawn. */
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

/** Paragraphs with a word that is not drawn. */
export function missingFrom(paragraphs: readonly string[], drawn: readonly string[]): string[] {
  const seen = new Set(drawn.flatMap(words));
  const whole = drawn.join('').replace(/\s/g, '').toLowerCase().normalize('NFKC');
  // A word that was cut into runs elsewhere is there all the same.
  const isDrawn = (word: string) => seen.has(word) || whole.includes(word);
  return [...new Set(paragraphs.filter((paragraph) => words(paragraph).some((word) => !isDrawn(word))))];
}

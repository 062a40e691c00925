import type { Presentation, SlideNode } from './slides.types.ts';

type Run = { hyperlink?: string; underline?: boolean };

/** A link leads nowhere from here: it only looks like one. */
function unlink(runs: readonly Run[]) {
  for (const run of runs) {
    if (run.hyperlink === undefined) continue;
    delete run.hyperlink;
    run.underline = true;
  }
}

const paragraphsOf = (node: SlideNode) => {
  if (node.type === 'shape') return node.paragraphs ?? [];
  return node.type === 'table' ? node.rows.flat().flatMap(({ paragraphs }) => paragraphs) : [];
};

function tidyNode(node: SlideNode): SlideNode {
  delete node.hyperlink;
  for (const { runs } of paragraphsOf(node)) unlink(runs);
  if (node.type === 'group') node.children = node.children.map(tidyNode);
  if (node.type !== 'media') return node;
  // Sound and film are not played: what stands for them is their first picture.
  const { posterAssetId, mediaType: _, assetId: _film, ...base } = node;
  return posterAssetId
    ? { ...base, type: 'image', assetId: posterAssetId }
    : { ...base, type: 'unknown', feature: 'media' };
}

/** Takes out of a presentation what would lead out of it or play. */
export function tidySlides(presentation: Presentation): Presentation {
  for (const holder of [...presentation.slides, ...presentation.layouts, ...presentation.masters]) {
    holder.nodes = holder.nodes.map(tidyNode);
  }
  return presentation;
}

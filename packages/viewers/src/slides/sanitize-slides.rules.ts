import type { Presentation, SlideNode } from './slides.types.ts';

type Run = { hyperlink?: string; underline?: boolean };

/** A link keeps its appearance but loses its target. */
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

function sanitizeNode(node: SlideNode): SlideNode {
  delete node.hyperlink;
  for (const { runs } of paragraphsOf(node)) unlink(runs);
  if (node.type === 'group') node.children = node.children.map(sanitizeNode);
  if (node.type !== 'media') return node;
  // Media are not played: the poster image replaces them.
  const { posterAssetId, mediaType: _, assetId: _film, ...base } = node;
  return posterAssetId
    ? { ...base, type: 'image', assetId: posterAssetId }
    : { ...base, type: 'unknown', feature: 'media' };
}

/** Removes links and media from a presentation. */
export function sanitizeSlides(presentation: Presentation): Presentation {
  for (const nodeOwner of [...presentation.slides, ...presentation.layouts, ...presentation.masters]) {
    nodeOwner.nodes = nodeOwner.nodes.map(sanitizeNode);
  }
  return presentation;
}

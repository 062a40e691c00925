/** More blocks above a drawing are not looked at. */
const maxBlocksAbove = 50;
const tolerancePx = 1;

type Settled = { readonly drawing: HTMLElement; readonly next: Element; readonly above: number };

/** Finds the first block that has no room above a drawing, whose distance is that from its own paragraph. */
function placeOf(drawing: HTMLElement): Settled | null {
  const above = Number(drawing.dataset['above']);
  let next = drawing.nextElementSibling;
  if (!next) return null;
  const { top } = next.getBoundingClientRect();
  for (let count = 0; count < maxBlocksAbove; count += 1) {
    const following: Element | null = next.nextElementSibling;
    const isRoom = next.nodeName === 'P' && next.getBoundingClientRect().bottom - top <= above + tolerancePx;
    if (!isRoom || !following) break;
    next = following;
  }
  const used = next.getBoundingClientRect().top - top;
  return used > 0 ? { drawing, next, above: Math.max(0, above - used) } : null;
}

/** Moves drawings that leave no room for text beside them below the paragraphs that stand above them. */
export function settleDrawings(host: HTMLElement): void {
  const drawings = Array.from(host.querySelectorAll<HTMLElement>('.float[data-above]'));
  for (const { drawing, next, above } of drawings.flatMap((drawing) => placeOf(drawing) ?? [])) {
    const content = drawing.firstElementChild;
    if (!(content instanceof HTMLElement)) continue;
    const height = Number.parseFloat(content.style.height) || 0;
    content.style.top = `${above}px`;
    drawing.style.height = `${above + height}px`;
    next.before(drawing);
  }
}

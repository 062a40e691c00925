/** Adds the space below a paragraph to the one above the next paragraph, where a browser takes the larger one. */
export function addSpaces(host: HTMLElement): void {
  const paragraphs = Array.from(host.querySelectorAll<HTMLElement>('p + p'));
  const spaces = paragraphs.map((paragraph) => ({
    below: Number.parseFloat(getComputedStyle(paragraph.previousElementSibling as Element).marginBottom) || 0,
    above: Number.parseFloat(getComputedStyle(paragraph).marginTop) || 0,
  }));
  for (const [index, { below, above }] of spaces.entries()) {
    const paragraph = paragraphs[index];
    if (paragraph && below > 0 && above > 0) paragraph.style.marginTop = `${below + above}px`;
  }
}

/** The last line is this much narrower than its room, so that it stays one line. */
const slackPx = 1;

type Broken = { readonly paragraph: HTMLElement; readonly room: number };

/** The room behind the last line of a justified paragraph with line breaks. */
function brokenParagraphOf(paragraph: HTMLElement): Broken | null {
  const { textAlign, direction, paddingRight, borderRightWidth } = getComputedStyle(paragraph);
  if (textAlign !== 'justify' || direction === 'rtl') return null;
  const range = document.createRange();
  range.selectNodeContents(paragraph);
  const boxes = Array.from(range.getClientRects()).filter(({ width }) => width > 0);
  const last = boxes.at(-1);
  if (!last) return null;
  const right = Math.max(
    ...boxes.filter(({ top, bottom }) => top < last.bottom && bottom > last.top).map((box) => box.right),
  );
  const edge =
    paragraph.getBoundingClientRect().right -
    (Number.parseFloat(paddingRight) || 0) -
    (Number.parseFloat(borderRightWidth) || 0);
  return { paragraph, room: edge - right };
}

/** Lets justified text fill the lines before line breaks, as office programs do, but not the last line of a paragraph. */
export function justifyBrokenLines(host: HTMLElement): void {
  const paragraphs = new Set(
    Array.from(host.querySelectorAll('p br'), (lineBreak) => lineBreak.closest('p')).filter(
      (p) => p !== null,
    ),
  );
  const found = Array.from(paragraphs).flatMap((paragraph) => brokenParagraphOf(paragraph) ?? []);
  for (const { paragraph, room } of found) {
    paragraph.style.textAlignLast = 'justify';
    if (room <= slackPx) continue;
    const filler = document.createElement('span');
    filler.className = 'filler';
    filler.style.width = `${room - slackPx}px`;
    paragraph.append(filler);
  }
}

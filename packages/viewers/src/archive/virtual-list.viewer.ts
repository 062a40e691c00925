/** One row of the list. */
export type Row = {
  readonly name: string;
  readonly note: string;
  readonly label: string;
  readonly kind: 'folder' | 'file' | 'shut';
  readonly isMarked: boolean;
  readonly onPress: () => void;
};

const minRowHeightPx = 56;
/** The row height grows with the user's font size. */
const minRowHeightRem = 3.4;
const overscanRows = 8;

/** A virtual list: only the visible rows and a few around them are in the DOM. */
export function createVirtualList(label: string) {
  const scroller = document.createElement('div');
  scroller.className = 'scroller';
  const list = document.createElement('ul');
  list.setAttribute('aria-label', label);
  scroller.append(list);
  const rootFontSize = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const height = Math.max(minRowHeightPx, minRowHeightRem * rootFontSize);
  list.style.setProperty('--row', `${height}px`);
  let rows: readonly Row[] = [];
  let focused = -1;

  const element = (row: Row, index: number) => {
    const item = document.createElement('li');
    item.style.top = `${index * height}px`;
    item.setAttribute('aria-setsize', String(rows.length));
    item.setAttribute('aria-posinset', String(index + 1));
    const button = document.createElement('button');
    button.type = 'button';
    button.className = row.isMarked ? `row ${row.kind} marked` : `row ${row.kind}`;
    button.setAttribute('aria-label', row.label);
    const words = document.createElement('span');
    words.className = 'name';
    words.textContent = row.name;
    const note = document.createElement('small');
    note.textContent = row.note;
    button.append(words, note);
    button.addEventListener('click', row.onPress);
    button.addEventListener('focus', () => {
      focused = index;
    });
    button.addEventListener('keydown', (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step === undefined || !rows[index + step]) return;
      event.preventDefault();
      goTo(index + step, true);
    });
    item.append(button);
    return item;
  };
  const draw = () => {
    const first = Math.max(0, Math.floor(scroller.scrollTop / height) - overscanRows);
    const last = Math.min(
      rows.length,
      Math.ceil((scroller.scrollTop + scroller.clientHeight) / height) + overscanRows,
    );
    const hadFocus = list.contains(document.activeElement);
    list.replaceChildren(...rows.slice(first, last).map((row, index) => element(row, first + index)));
    if (hadFocus && focused >= first && focused < last) {
      list.children[focused - first]?.querySelector('button')?.focus({ preventScroll: true });
    }
  };
  function goTo(index: number, focus = false) {
    const top = index * height;
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    const bottom = top + height - scroller.clientHeight;
    if (bottom > scroller.scrollTop) scroller.scrollTop = bottom;
    if (focus) focused = index;
    draw();
    if (!focus) return;
    const [rowButton] = Array.from(
      list.querySelectorAll<HTMLElement>(`li[aria-posinset="${index + 1}"] button`),
    );
    rowButton?.focus({ preventScroll: true });
  }
  scroller.addEventListener('scroll', draw, { passive: true });
  new ResizeObserver(draw).observe(scroller);
  return {
    element: scroller,
    goTo,
    show: (next: readonly Row[]) => {
      rows = next;
      list.style.height = `${rows.length * height}px`;
      draw();
    },
    scrollToTop: () => {
      scroller.scrollTop = 0;
      focused = -1;
    },
  };
}

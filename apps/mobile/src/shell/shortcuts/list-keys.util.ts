import { keepFocusOn } from '../navigation/heading-focus.hook.ts';

const listPane = () => document.getElementById('list-pane');

/** The rows of the list, in their order. A virtual list does not render them in order. */
function rowsOf(pane: HTMLElement): HTMLElement[] {
  const virtual = [...pane.querySelectorAll<HTMLElement>('li[data-index]')]
    .toSorted((one, other) => Number(one.dataset['index']) - Number(other.dataset['index']))
    .flatMap((item) => item.querySelector<HTMLElement>('button, a') ?? []);
  if (virtual.length > 0) return virtual;
  const marked = [...pane.querySelectorAll<HTMLElement>('[data-row]')];
  return marked.length > 0 ? marked : [...pane.querySelectorAll<HTMLElement>('li > button, li > a')];
}

const isReachable = (row: HTMLElement) => !row.matches(':disabled') && row.offsetParent !== null;

/** The row with the focus, else the row that is open beside the list. */
const currentOf = (rows: readonly HTMLElement[]) =>
  rows.find((row) => row.closest('li, [data-row]')?.contains(document.activeElement)) ??
  rows.find((row) => row.getAttribute('aria-current') === 'true');

function focusRow(row: HTMLElement): void {
  row.focus({ preventScroll: true });
  row.scrollIntoView({ block: 'nearest' });
}

/** Moves the focus to the next or the previous row. @returns the row; null at the end of the list. */
export function moveInList(step: 1 | -1): HTMLElement | null {
  const pane = listPane();
  if (pane === null) return null;
  const rows = rowsOf(pane).filter(isReachable);
  const current = currentOf(rows);
  const next = current === undefined ? rows[0] : rows[rows.indexOf(current) + step];
  if (next === undefined) return null;
  focusRow(next);
  return next;
}

/** Whether the arrow keys belong to the list: the focus is on a row, or on nothing that uses them. */
export function isArrowForList(): boolean {
  const { activeElement: active, body } = document;
  const pane = listPane();
  if (pane === null || active === null) return false;
  if (active === body) return document.querySelector('[data-pane="detail"]') === null;
  return pane.contains(active) && active.matches('li button, li a, [data-row], h1, h2');
}

/** Opens a row and leaves the focus on it. */
export function openRow(row: HTMLElement): void {
  keepFocusOn(row);
  row.click();
}

/** Moves the focus from an open row into its detail. @returns false if the focus is on no open row. */
export function enterDetail(): boolean {
  const { activeElement: active } = document;
  if (!(active instanceof HTMLElement) || active.getAttribute('aria-current') !== 'true') return false;
  const heading = document.querySelector<HTMLElement>('[data-pane="detail"] h1');
  if (heading === null || !(listPane()?.contains(active) ?? false)) return false;
  heading.focus({ preventScroll: true });
  return true;
}

/** Shows the open row in the list, if the list is beside the detail. */
export function revealOpenRow(): void {
  listPane()?.querySelector('[aria-current="true"]')?.scrollIntoView({ block: 'nearest' });
}

/** Uses the visible way to the search of the screen. @returns false if the screen has none. */
export function openSearch(): boolean {
  const places = [document.activeElement?.closest('[data-pane], #list-pane'), listPane(), document];
  for (const place of places) {
    const control =
      place?.querySelector<HTMLElement>('input[aria-keyshortcuts~="/"]') ??
      place?.querySelector<HTMLElement>('[aria-keyshortcuts~="/"]');
    if (!control) continue;
    if (control instanceof HTMLInputElement) control.focus();
    else control.click();
    return true;
  }
  return false;
}

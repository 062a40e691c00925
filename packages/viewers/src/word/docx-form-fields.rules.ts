import {
  attributeOf,
  childNamed,
  createElementLike,
  createRun,
  elementsNamed,
  isOn,
  isWordElement,
  requireChild,
  setAttribute,
} from './docx-markup.rules.ts';

const boxes = { checked: '\u2612', empty: '\u2610' } as const;

const fieldParts: readonly string[] = ['fldChar', 'instrText'];

/** Gives each part of a field a run of its own: the layout library omits a run with one, and the text in it. */
export function separateFieldParts(part: Document): void {
  const runs = new Set(
    elementsNamed(part, ...fieldParts)
      .filter(isWordElement)
      .flatMap(({ parentElement }) => (parentElement?.localName === 'r' ? parentElement : [])),
  );
  for (const run of runs) {
    const properties = childNamed(run, 'rPr');
    const content = Array.from(run.children).filter((child) => child !== properties);
    if (content.length < 2) continue;
    let open: Element | null = null;
    for (const child of content) {
      const isField = fieldParts.includes(child.localName);
      if (isField || !open) {
        open = createElementLike(run, 'r');
        if (properties) open.append(properties.cloneNode(true));
        run.before(open);
      }
      open.append(child);
      if (isField) open = null;
    }
    run.remove();
  }
}

/** A check box in the format of its field, upright and in its own size (`w:size`, in half points) where it has one. */
function createBox(box: Element, start: Element): Element {
  const state = childNamed(box, 'checked') ?? childNamed(box, 'default');
  const run = createRun(start, isOn(state) ? boxes.checked : boxes.empty);
  const format = childNamed(start, 'rPr')?.cloneNode(true);
  if (format) run.prepend(format);
  const properties = requireChild(run, 'rPr');
  for (const name of ['b', 'i']) setAttribute(requireChild(properties, name), 'val', '0');
  const size = childNamed(box, 'size');
  const halfPoints = size && attributeOf(size, 'val');
  if (halfPoints != null) setAttribute(requireChild(properties, 'sz'), 'val', halfPoints);
  return run;
}

/** The chosen entry of a list, in the format of its field. */
function createChoice(list: Element, start: Element): Element | null {
  const choice = childNamed(list, 'result') ?? childNamed(list, 'default');
  const entries = Array.from(list.children).filter(({ localName }) => localName === 'listEntry');
  const entry = entries[Number((choice && attributeOf(choice, 'val')) ?? 0)];
  const text = entry ? attributeOf(entry, 'val') : null;
  if (text === null) return null;
  const run = createRun(start, text);
  const format = childNamed(start, 'rPr')?.cloneNode(true);
  if (format) run.prepend(format);
  return run;
}

type OpenField = { readonly start: Element; readonly data: Element | undefined; hasText: boolean };

/** Writes the check boxes and the chosen list entries of form fields as text: their state is stored in the field only (`w:ffData`). */
export function writeFormFields(part: Document): void {
  const open: OpenField[] = [];
  for (const element of Array.from(part.querySelectorAll('fldChar, t')).filter(isWordElement)) {
    const run = element.parentElement;
    const field = open.at(-1);
    if (element.localName === 't') {
      if (field && element.textContent !== '') field.hasText = true;
      continue;
    }
    const kind = attributeOf(element, 'fldCharType');
    if (kind === 'begin' && run)
      open.push({ start: run, data: childNamed(element, 'ffData'), hasText: false });
    if (kind !== 'end') continue;
    open.pop();
    const box = field?.data && childNamed(field.data, 'checkBox');
    const list = field?.data && childNamed(field.data, 'ddList');
    if (box) run?.after(createBox(box, field.start));
    else if (list && !field.hasText) run?.after(createChoice(list, field.start) ?? '');
  }
}

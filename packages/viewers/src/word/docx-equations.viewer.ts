const mathNamespace = 'http://www.w3.org/1998/Math/MathML';
/** Numbers, letters, spaces and operators of a text of an equation. */
const tokenPattern = /\d+(?:[.,]\d+)*|\p{L}\p{M}*|\s+|[^\d\p{L}\s]/gu;
const uprightPattern = /\d+(?:[.,]\d+)*|(?:\p{L}\p{M}*)+|\s+|[^\d\p{L}\s]/gu;
/** Signs whose limits stand beside them. */
const integral = /^[\u222b-\u2233]$/;
const besideNames: Readonly<Record<string, string>> = {
  munderover: 'msubsup',
  munder: 'msub',
  mover: 'msup',
};
/** Properties of texts that the equation has itself, so that its parts keep their sizes to each other. */
const ownProperties = /^\s*(font-size|min-height|line-height|font-style|$)/;

const create = (name: string): Element => document.createElementNS(mathNamespace, name);

const nameOf = (token: string): string => {
  if (/^\d/.test(token)) return 'mn';
  if (/^\p{L}/u.test(token)) return 'mi';
  return /^\s/.test(token) ? 'mtext' : 'mo';
};

/** The elements of a text: letters are italic unless the run states otherwise, and operators have their spaces. */
function tokensOf(run: Element): Element[] {
  const style = run.getAttribute('style') ?? '';
  const isUpright = /font-style: ?normal/.test(style);
  // Browsers without MathML have no object for the style of its elements.
  const kept = style
    .split(';')
    .filter((declaration) => !ownProperties.test(declaration))
    .join(';');
  const found = run.textContent.match(isUpright ? uprightPattern : tokenPattern) ?? [];
  return found.map((text) => {
    const name = nameOf(text);
    const token = create(name);
    token.textContent = text.replaceAll('-', '\u2212').replaceAll(/\s/g, '\u00a0');
    if (run.className !== '') token.setAttribute('class', run.getAttribute('class') ?? '');
    const isItalic = name === 'mi' && !isUpright;
    token.setAttribute('style', isItalic ? `${kept}; font-style: italic` : kept);
    // Fonts without the letters of mathematics have italic ones.
    if (name === 'mi') token.setAttribute('mathvariant', 'normal');
    return token;
  });
}

function replaceBy(element: Element, name: string): Element {
  const replaced = create(name);
  for (const { name: key, value } of Array.from(element.attributes)) replaced.setAttribute(key, value);
  replaced.append(...Array.from(element.childNodes));
  element.replaceWith(replaced);
  return replaced;
}

/** Elements for text in which the layout library puts other elements. */
function replaceTextHolders(math: Element): void {
  for (const holder of Array.from(math.querySelectorAll('ms, mn, mo')))
    if (holder.childElementCount > 0) replaceBy(holder, 'mrow');
}

/** Puts the limits of integrals beside them, and an exponent above the index of the same letter. */
function placeScripts(math: Element): void {
  for (const limits of Array.from(math.querySelectorAll('munderover, munder, mover'))) {
    const name = besideNames[limits.localName];
    if (name !== undefined && integral.test(limits.firstElementChild?.textContent ?? ''))
      replaceBy(limits, name);
  }
  for (const raised of Array.from(math.querySelectorAll('msup'))) {
    const [base, exponent] = Array.from(raised.children);
    const [indexed] = base?.childElementCount === 1 ? Array.from(base.children) : [];
    if (!exponent || indexed?.localName !== 'msub') continue;
    const both = create('msubsup');
    both.append(...Array.from(indexed.children), exponent);
    raised.replaceWith(both);
  }
}

/** An equation of nested `span` elements, for browsers without MathML. */
function spansOf(element: Element): HTMLElement {
  const span = document.createElement('span');
  span.className = `math-${element.localName}`;
  span.style.cssText = element.getAttribute('style') ?? '';
  for (const child of Array.from(element.childNodes))
    span.append(child instanceof Element ? spansOf(child) : (child.textContent ?? ''));
  return span;
}

/** The size of the first text of an equation that states one. */
const statedSizeOf = (math: Element): string | undefined =>
  Array.from(math.querySelectorAll('ms')).flatMap(
    (run) => /(?:^|;)\s*font-size: ?([\d.]+p[tx])/.exec(run.getAttribute('style') ?? '')?.[1] ?? [],
  )[0];

/**
 * Completes the equations of the layout library: letters, numbers and operators, their size, and display equations. Browsers
 * without MathML get an approximation.
 */
export function completeEquations(
  pages: readonly HTMLElement[],
  hasMathML = typeof MathMLElement !== 'undefined',
): void {
  for (const math of pages.flatMap((page) => Array.from(page.querySelectorAll('math')))) {
    const size = statedSizeOf(math);
    replaceTextHolders(math);
    for (const run of Array.from(math.querySelectorAll('ms'))) run.replaceWith(...tokensOf(run));
    placeScripts(math);
    // The library puts display equations alone into a span.
    const isDisplayed = math.parentElement?.nodeName === 'SPAN';
    if (isDisplayed) math.setAttribute('displaystyle', 'true');
    if (size !== undefined) math.setAttribute('style', `font-size: ${size}`);
    const shown = hasMathML ? math : spansOf(math);
    if (isDisplayed) {
      math.replaceWith(shown);
      continue;
    }
    // The format of a style applies to runs.
    const holder = document.createElement('span');
    math.replaceWith(holder);
    holder.append(shown);
  }
}

const blockElements = new Set(
  'ADDRESS,ARTICLE,ASIDE,BLOCKQUOTE,BR,DD,DIV,DL,DT,FOOTER,H1,H2,H3,H4,H5,H6,HEADER,HR,LI,OL,P,PRE,SECTION,TABLE,TD,TH,TR,UL,foreignObject'.split(
    ',',
  ),
);

/** The rendered text of elements, with line breaks between block elements. */
export function renderedTextOf(roots: readonly Element[]): string {
  const texts: string[] = [];
  for (const root of roots) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    let currentBlock: Element | null = root;
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node instanceof Text) {
        const block = blockOf(node, root);
        if (block !== currentBlock) texts.push('\n');
        currentBlock = block;
        texts.push(node.data);
      } else if (node.nodeName === 'BR' || node.nodeName === 'HR') texts.push('\n');
    }
    texts.push('\n');
  }
  return texts.join('');
}

function blockOf(node: Text, root: Element): Element | null {
  let block = node.parentElement;
  while (block && block !== root && !blockElements.has(block.nodeName)) block = block.parentElement;
  return block;
}

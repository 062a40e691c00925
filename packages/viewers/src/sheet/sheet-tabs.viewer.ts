export type SheetTabs = { readonly element: HTMLElement; select(index: number): void };

/** The tabs of the sheets, operated by touch and by the arrow, Home and End keys. */
export function createSheetTabs(
  names: readonly string[],
  { label, controls, onSelect }: { label: string; controls: string; onSelect: (index: number) => void },
): SheetTabs {
  const element = document.createElement('div');
  element.className = 'tabs';
  element.setAttribute('role', 'tablist');
  element.setAttribute('aria-label', label);
  const tabs = names.map((name, index) => {
    const tab = document.createElement('button');
    tab.type = 'button';
    tab.textContent = name;
    tab.setAttribute('role', 'tab');
    tab.setAttribute('aria-controls', controls);
    tab.addEventListener('click', () => onSelect(index));
    return tab;
  });
  element.append(...tabs);
  element.addEventListener('keydown', (event) => {
    const at = tabs.indexOf(document.activeElement as HTMLButtonElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    const tab = to === undefined ? undefined : tabs[(to + tabs.length) % tabs.length];
    if (!tab) return;
    event.preventDefault();
    tab.focus();
    tab.click();
  });
  return {
    element,
    select(index) {
      tabs.forEach((tab, at) => {
        tab.setAttribute('aria-selected', String(at === index));
        tab.tabIndex = at === index ? 0 : -1;
      });
      tabs[index]?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    },
  };
}

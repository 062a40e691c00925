/**
 * Removes everything that leads out of the document: external links show their target as a tooltip, internal
 * ones scroll to it.
 */
export function neutralizeLinks(root: HTMLElement): void {
  for (const element of Array.from(
    root.querySelectorAll('script, iframe, object, embed, form, base, meta, link'),
  ))
    element.remove();
  for (const link of Array.from(root.querySelectorAll('a'))) {
    const target = link.getAttribute('href') ?? '';
    link.removeAttribute('href');
    link.removeAttribute('target');
    if (/^#./.test(target)) {
      link.dataset['to'] = target.slice(1);
      link.tabIndex = 0;
      link.setAttribute('role', 'link');
    } else if (target !== '') link.title = target;
  }
  const scrollToTarget = (event: Event) => {
    const to = event.target instanceof Element ? event.target.closest('a')?.dataset['to'] : undefined;
    if (to === undefined) return;
    event.preventDefault();
    document.querySelector(`[id="${CSS.escape(to)}"]`)?.scrollIntoView({ block: 'start' });
  };
  root.addEventListener('click', scrollToTarget);
  root.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') scrollToTarget(event);
  });
}

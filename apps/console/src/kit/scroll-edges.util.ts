import styles from './scroll-edges.module.css';

/** The class of a region that `watchScrollEdges` watches. */
export const scrollEdges = styles.edges ?? '';

/**
 * The `ref` of a region that scrolls sideways. The region has a shadow at each edge beyond which it continues, because a browser
 * may show the scroll bar only while the person scrolls.
 */
export function watchScrollEdges(region: HTMLElement | null): (() => void) | undefined {
  if (region === null) return undefined;
  const update = () => {
    const { scrollLeft, clientWidth, scrollWidth } = region;
    region.toggleAttribute('data-more-before', scrollLeft > 1);
    region.toggleAttribute('data-more-after', scrollLeft + clientWidth < scrollWidth - 1);
  };
  const sizes = new ResizeObserver(update);
  sizes.observe(region);
  for (const child of region.children) sizes.observe(child);
  region.addEventListener('scroll', update, { passive: true });
  update();
  return () => {
    sizes.disconnect();
    region.removeEventListener('scroll', update);
  };
}

/** The bottom tabs of section 2, in order. */
export const tabs = [
  { id: 1, name: 'messages', path: '/sessionlist' },
  { id: 2, name: 'documents', path: '/document' },
  { id: 3, name: 'work', path: '/work' },
  { id: 4, name: 'mine', path: '/myinfo' },
] as const;

export type Tab = (typeof tabs)[number];
export type TabName = Tab['name'];

/** The tabs with these names, without duplicates, sorted by id. */
export function tabsOf(names: Iterable<TabName>): readonly Tab[] {
  const nameSet = new Set(names);
  return tabs.filter((tab) => nameSet.has(tab.name));
}

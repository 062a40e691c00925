const sidesOf = ({ style }: HTMLElement) => ({
  isLeftFree: style.marginLeft === 'auto',
  isRightFree: style.marginRight === 'auto',
});

/** Places aligned tables that are wider than their room, which a browser would start at its left edge. */
export function placeWideTables(host: HTMLElement): void {
  const tables = Array.from(host.querySelectorAll<HTMLElement>('table')).filter(
    (table) => sidesOf(table).isLeftFree,
  );
  const rooms = tables.map((table) => {
    const { parentElement: parent } = table;
    if (!parent) return 0;
    const { paddingLeft, paddingRight } = getComputedStyle(parent);
    const width = parent.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    return width - table.offsetWidth;
  });
  for (const [index, room] of rooms.entries()) {
    const table = tables[index];
    if (!table || room >= 0) continue;
    const { isRightFree } = sidesOf(table);
    table.style.marginLeft = `${isRightFree ? room / 2 : room}px`;
    table.style.marginRight = `${isRightFree ? room / 2 : 0}px`;
  }
}

import type { Look } from './sheet.types.ts';

const blocks = { top: 'flex-start', middle: 'center', bottom: 'flex-end' } as const;
const inlines = { left: 'flex-start', center: 'center', right: 'flex-end' } as const;

function declarations(look: Look): string {
  const lines = [look.underline ? 'underline' : '', look.strike ? 'line-through' : ''].filter(Boolean);
  const [top, right, bottom, left] = look.borders;
  return [
    `justify-content:${inlines[look.align]};text-align:${look.align};align-items:${blocks[look.vertical]}`,
    look.wrap ? 'white-space:pre-wrap;overflow-wrap:anywhere' : '',
    look.indent > 0 ? `padding-inline-start:calc(${3 + look.indent * 9}px * var(--scale))` : '',
    look.bold ? 'font-weight:700' : '',
    look.italic ? 'font-style:italic' : '',
    lines.length > 0 ? `text-decoration:${lines.join(' ')}` : '',
    `font-size:calc(${((look.size * 4) / 3).toFixed(2)}px * var(--scale))`,
    look.color ? `color:${look.color}` : '',
    look.fill ? `background:${look.fill}` : '',
    top ? `border-top:${top}` : '',
    right ? `border-right:${right}` : '',
    bottom ? `border-bottom:${bottom}` : '',
    left ? `border-left:${left}` : '',
  ]
    .filter(Boolean)
    .join(';');
}

/** One CSS class for each cell style of a workbook. */
export const lookStyles = (looks: readonly Look[]): string =>
  looks.map((look, at) => `.look-${at}{${declarations(look)}}`).join('\n');

import type { CellStyle } from './sheet.types.ts';

const blocks = { top: 'flex-start', middle: 'center', bottom: 'flex-end' } as const;
const inlines = { left: 'flex-start', center: 'center', right: 'flex-end' } as const;

function declarations(style: CellStyle): string {
  const lines = [style.underline ? 'underline' : '', style.strike ? 'line-through' : ''].filter(Boolean);
  const [top, right, bottom, left] = style.borders;
  return [
    `justify-content:${inlines[style.align]};text-align:${style.align};align-items:${blocks[style.vertical]}`,
    style.wrap ? 'white-space:pre-wrap;overflow-wrap:anywhere' : '',
    style.indent > 0 ? `padding-inline-start:calc(${3 + style.indent * 9}px * var(--scale))` : '',
    style.bold ? 'font-weight:700' : '',
    style.italic ? 'font-style:italic' : '',
    lines.length > 0 ? `text-decoration:${lines.join(' ')}` : '',
    `font-size:calc(${((style.size * 4) / 3).toFixed(2)}px * var(--scale))`,
    style.color ? `color:${style.color}` : '',
    style.fill ? `background:${style.fill}` : '',
    top ? `border-top:${top}` : '',
    right ? `border-right:${right}` : '',
    bottom ? `border-bottom:${bottom}` : '',
    left ? `border-left:${left}` : '',
  ]
    .filter(Boolean)
    .join(';');
}

/** One CSS class for each cell style of a workbook. */
export const cellStyleSheet = (styles: readonly CellStyle[]): string =>
  styles.map((style, at) => `.look-${at}{${declarations(style)}}`).join('\n');

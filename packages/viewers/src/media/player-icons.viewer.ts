const svgNamespace = 'http://www.w3.org/2000/svg';

const shapes = {
  play: 'M8 5.5v13l10.5-6.5z',
  pause: 'M8 5.5v13M16 5.5v13',
  replay: 'M5.5 8.5A7.5 7.5 0 1 1 4.5 12M5 4v4.5h4.5',
  back: 'M11.5 6.5 6 12l5.5 5.5M18 6.5 12.5 12l5.5 5.5',
  forward: 'm6 6.5 5.5 5.5L6 17.5M12.5 6.5 18 12l-5.5 5.5',
  sound: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4.5 4.5 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11',
  silent: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5',
  enter: 'M9 4.5H4.5V9M15 4.5h4.5V9M9 19.5H4.5V15M15 19.5h4.5V15',
  leave: 'M4.5 9H9V4.5M19.5 9H15V4.5M4.5 15H9v4.5M19.5 15H15v4.5',
  note: 'M9.5 17.5V6l9-2v11.5M9.5 17.5a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0ZM18.5 15.5a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0Z',
  turning: 'M12 3.5a8.5 8.5 0 1 1-8.5 8.5',
} as const;

export type PlayerIcon = keyof typeof shapes;

/** Icons are decorative: the control around them has the name. */
export function createPlayerIcon(name: PlayerIcon, size = 24): SVGSVGElement {
  const svg = document.createElementNS(svgNamespace, 'svg');
  const attributes = {
    'aria-hidden': 'true',
    width: size,
    height: size,
    viewBox: '0 0 24 24',
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': '1.75',
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
  };
  for (const [key, value] of Object.entries(attributes)) svg.setAttribute(key, String(value));
  const path = document.createElementNS(svgNamespace, 'path');
  path.setAttribute('d', shapes[name]);
  svg.append(path);
  return svg;
}

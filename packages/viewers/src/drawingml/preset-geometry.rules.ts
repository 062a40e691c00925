/** The outline of a shape as an SVG path, and whether it encloses an area. */
export type Outline = { readonly path: string; readonly isOpen: boolean };

/** The adjustments of a shape by name; most are shares of 100,000 of the shorter side. */
export type Adjustments = ReadonlyMap<string, number>;

type Size = {
  readonly w: number;
  readonly h: number;
  /** The shorter side. */
  readonly s: number;
  /** An adjustment as a share, with the default of the shape. */
  readonly share: (name: string, byDefault: number) => number;
};

type Point = readonly [x: number, y: number];

const number = (value: number) => String(Math.round(value * 100) / 100);
const at = ([x, y]: Point) => `${number(x)} ${number(y)}`;
const polygon = (...points: readonly Point[]) => `M${points.map(at).join('L')}Z`;
const line = (...points: readonly Point[]) => `M${points.map(at).join('L')}`;
const arcTo = (rx: number, ry: number, end: Point, sweep: 0 | 1 = 1, large: 0 | 1 = 0) =>
  `A${number(rx)} ${number(ry)} 0 ${large} ${sweep} ${at(end)}`;

const rectangle = (x: number, y: number, w: number, h: number) =>
  polygon([x, y], [x + w, y], [x + w, y + h], [x, y + h]);

const ellipse = (x: number, y: number, rx: number, ry: number) =>
  `M${at([x - rx, y])}${arcTo(rx, ry, [x + rx, y])}${arcTo(rx, ry, [x - rx, y])}Z`;

/** A rectangle whose corners have radii, from the upper left one clockwise. */
function rounded({ w, h }: Size, [a, b, c, d]: readonly [number, number, number, number]): string {
  const corner = (radius: number, end: Point) => (radius > 0 ? arcTo(radius, radius, end) : '');
  return [
    `M${at([a, 0])}L${at([w - b, 0])}${corner(b, [w, b])}`,
    `L${at([w, h - c])}${corner(c, [w - c, h])}`,
    `L${at([d, h])}${corner(d, [0, h - d])}`,
    `L${at([0, a])}${corner(a, [a, 0])}Z`,
  ].join('');
}

function star({ w, h }: Size, points: number, inner: number): string {
  const corners = Array.from({ length: points * 2 }, (_, index): Point => {
    const angle = (index * Math.PI) / points - Math.PI / 2;
    const radius = index % 2 === 0 ? 0.5 : inner;
    return [w / 2 + Math.cos(angle) * radius * w, h / 2 + Math.sin(angle) * radius * h];
  });
  return polygon(...corners);
}

const regular = ({ w, h }: Size, corners: number) =>
  polygon(
    ...Array.from({ length: corners }, (_, index): Point => {
      const angle = (index * 2 * Math.PI) / corners - Math.PI / 2;
      return [w / 2 + (Math.cos(angle) * w) / 2, h / 2 + (Math.sin(angle) * h) / 2];
    }),
  );

/** An arrow to the right in a box; other directions turn its points. */
function arrow({ w, h, s, share }: Size, isVertical: boolean): readonly Point[] {
  const [length, breadth] = isVertical ? [h, w] : [w, h];
  const shaft = (breadth * share('adj1', 0.5)) / 2;
  const head = Math.min(length, s * share('adj2', 0.5));
  return [
    [0, breadth / 2 - shaft],
    [length - head, breadth / 2 - shaft],
    [length - head, 0],
    [length, breadth / 2],
    [length - head, breadth],
    [length - head, breadth / 2 + shaft],
    [0, breadth / 2 + shaft],
  ];
}

function doubleArrow({ w, h, s, share }: Size, isVertical: boolean): readonly Point[] {
  const [length, breadth] = isVertical ? [h, w] : [w, h];
  const shaft = (breadth * share('adj1', 0.5)) / 2;
  const head = Math.min(length / 2, s * share('adj2', 0.5));
  const half: Point[] = [
    [0, breadth / 2],
    [head, 0],
    [head, breadth / 2 - shaft],
    [length - head, breadth / 2 - shaft],
    [length - head, 0],
    [length, breadth / 2],
  ];
  const mirrored = half.slice(1, -1).map(([x, y]): Point => [length - x, breadth - y]);
  return [...half, ...mirrored];
}

const turned = (points: readonly Point[]): readonly Point[] => points.map(([x, y]): Point => [y, x]);
const mirrorX = (points: readonly Point[], w: number) => points.map(([x, y]): Point => [w - x, y]);
const mirrorY = (points: readonly Point[], h: number) => points.map(([x, y]): Point => [x, h - y]);

/** A box with a tip, as speech bubbles have. */
function callout({ w, h, share }: Size, outline: string): string {
  const tip: Point = [w / 2 + w * share('adj1', -0.20833), h / 2 + h * share('adj2', 0.625)];
  const isBeside = Math.abs(tip[0] - w / 2) / w > Math.abs(tip[1] - h / 2) / h;
  const base: readonly [Point, Point] = isBeside
    ? [
        [tip[0] < w / 2 ? 0 : w, h * 0.4],
        [tip[0] < w / 2 ? 0 : w, h * 0.6],
      ]
    : [
        [w * 0.4, tip[1] < h / 2 ? 0 : h],
        [w * 0.6, tip[1] < h / 2 ? 0 : h],
      ];
  return `${outline}${polygon(base[0], tip, base[1])}`;
}

function braceHalf(size: Size, isLeft: boolean): string {
  const { w, h, s, share } = size;
  const radius = Math.min(h / 4, s * share('adj1', 0.08333));
  const middle = h * share('adj2', 0.5);
  const x = (value: number) => (isLeft ? w - value : value);
  const sweep = isLeft ? 0 : 1;
  const inward = isLeft ? 1 : 0;
  return [
    `M${at([x(0), 0])}${arcTo(w / 2, radius, [x(w / 2), radius], sweep)}`,
    `L${at([x(w / 2), middle - radius])}${arcTo(w / 2, radius, [x(w), middle], inward)}`,
    `${arcTo(w / 2, radius, [x(w / 2), middle + radius], inward)}L${at([x(w / 2), h - radius])}`,
    arcTo(w / 2, radius, [x(0), h], sweep),
  ].join('');
}

function bracketHalf({ w, h, s, share }: Size, isLeft: boolean): string {
  const radius = Math.min(h / 2, s * share('adj', 0.08333));
  const x = (value: number) => (isLeft ? w - value : value);
  const sweep = isLeft ? 0 : 1;
  return `M${at([x(0), 0])}${arcTo(w, radius, [x(w), radius], sweep)}L${at([x(w), h - radius])}${arcTo(w, radius, [x(0), h], sweep)}`;
}

const round = (size: Size) => size.s * Math.min(0.5, size.share('adj', 0.16667));
const wave = ({ w, h }: Size) =>
  `M0 ${number(h / 8)}C${at([w / 3, -h / 8])} ${at([(w * 2) / 3, (h * 3) / 8])} ${at([w, h / 8])}L${at([w, (h * 7) / 8])}C${at([(w * 2) / 3, (h * 9) / 8])} ${at([w / 3, (h * 5) / 8])} ${at([0, (h * 7) / 8])}Z`;

const closedShapes: Readonly<Record<string, (size: Size) => string>> = {
  rect: ({ w, h }) => rectangle(0, 0, w, h),
  roundRect: (size) => rounded(size, [round(size), round(size), round(size), round(size)]),
  round1Rect: (size) => rounded(size, [0, round(size), 0, 0]),
  round2SameRect: (size) => {
    const radius = size.s * Math.min(0.5, size.share('adj1', 0.16667));
    return rounded(size, [radius, radius, 0, 0]);
  },
  round2DiagRect: (size) => {
    const radius = size.s * Math.min(0.5, size.share('adj1', 0.16667));
    return rounded(size, [radius, 0, radius, 0]);
  },
  snip1Rect: ({ w, h, s, share }) => {
    const cut = s * share('adj', 0.16667);
    return polygon([0, 0], [w - cut, 0], [w, cut], [w, h], [0, h]);
  },
  ellipse: ({ w, h }) => ellipse(w / 2, h / 2, w / 2, h / 2),
  triangle: ({ w, h, share }) => polygon([w * share('adj', 0.5), 0], [w, h], [0, h]),
  rtTriangle: ({ w, h }) => polygon([0, 0], [w, h], [0, h]),
  diamond: ({ w, h }) => polygon([w / 2, 0], [w, h / 2], [w / 2, h], [0, h / 2]),
  parallelogram: ({ w, h, s, share }) => {
    const slant = s * share('adj', 0.25);
    return polygon([slant, 0], [w, 0], [w - slant, h], [0, h]);
  },
  trapezoid: ({ w, h, s, share }) => {
    const slant = s * share('adj', 0.25);
    return polygon([slant, 0], [w - slant, 0], [w, h], [0, h]);
  },
  pentagon: (size) => regular(size, 5),
  hexagon: ({ w, h, s, share }) => {
    const slant = s * share('adj', 0.25);
    return polygon([slant, 0], [w - slant, 0], [w, h / 2], [w - slant, h], [slant, h], [0, h / 2]);
  },
  heptagon: (size) => regular(size, 7),
  octagon: ({ w, h, s, share }) => {
    const cut = s * share('adj', 0.29289);
    return polygon(
      [cut, 0],
      [w - cut, 0],
      [w, cut],
      [w, h - cut],
      [w - cut, h],
      [cut, h],
      [0, h - cut],
      [0, cut],
    );
  },
  decagon: (size) => regular(size, 10),
  dodecagon: (size) => regular(size, 12),
  homePlate: ({ w, h, s, share }) => {
    const tip = s * share('adj', 0.5);
    return polygon([0, 0], [w - tip, 0], [w, h / 2], [w - tip, h], [0, h]);
  },
  chevron: ({ w, h, s, share }) => {
    const tip = s * share('adj', 0.5);
    return polygon([0, 0], [w - tip, 0], [w, h / 2], [w - tip, h], [0, h], [tip, h / 2]);
  },
  plus: ({ w, h, s, share }) => {
    const arm = s * share('adj', 0.25);
    return polygon(
      [arm, 0],
      [w - arm, 0],
      [w - arm, arm],
      [w, arm],
      [w, h - arm],
      [w - arm, h - arm],
      [w - arm, h],
      [arm, h],
      [arm, h - arm],
      [0, h - arm],
      [0, arm],
      [arm, arm],
    );
  },
  rightArrow: (size) => polygon(...arrow(size, false)),
  leftArrow: (size) => polygon(...mirrorX(arrow(size, false), size.w)),
  downArrow: (size) => polygon(...turned(arrow(size, true))),
  upArrow: (size) => polygon(...mirrorY(turned(arrow(size, true)), size.h)),
  leftRightArrow: (size) => polygon(...doubleArrow(size, false)),
  upDownArrow: (size) => polygon(...turned(doubleArrow(size, true))),
  star4: (size) => star(size, 4, 0.19),
  star5: (size) => star(size, 5, 0.19098),
  star6: (size) => star(size, 6, 0.28868),
  star8: (size) => star(size, 8, 0.375),
  star12: (size) => star(size, 12, 0.375),
  donut: ({ w, h, s, share }) => {
    const width = s * share('adj', 0.25);
    return `${ellipse(w / 2, h / 2, w / 2, h / 2)}${ellipse(w / 2, h / 2, w / 2 - width, h / 2 - width)}`;
  },
  frame: ({ w, h, s, share }) => {
    const width = s * share('adj1', 0.125);
    return `${rectangle(0, 0, w, h)}${rectangle(width, width, w - 2 * width, h - 2 * width)}`;
  },
  can: ({ w, h, s, share }) => {
    const lid = (s * share('adj', 0.25)) / 2;
    return `M0 ${number(lid)}${arcTo(w / 2, lid, [w, lid])}L${at([w, h - lid])}${arcTo(w / 2, lid, [0, h - lid])}ZM0 ${number(lid)}${arcTo(w / 2, lid, [w, lid], 0)}`;
  },
  cube: ({ w, h, s, share }) => {
    const depth = s * share('adj', 0.25);
    return `${polygon([0, depth], [depth, 0], [w, 0], [w, h - depth], [w - depth, h], [0, h])}${line([0, depth], [w - depth, depth], [w, 0])}${line([w - depth, depth], [w - depth, h])}`;
  },
  cloud: ({ w, h }) =>
    [
      `M${at([w * 0.1, h * 0.6])}${arcTo(w * 0.15, h * 0.2, [w * 0.2, h * 0.25])}`,
      `${arcTo(w * 0.18, h * 0.2, [w * 0.5, h * 0.15])}${arcTo(w * 0.2, h * 0.2, [w * 0.85, h * 0.3])}`,
      `${arcTo(w * 0.15, h * 0.2, [w * 0.88, h * 0.7])}${arcTo(w * 0.2, h * 0.2, [w * 0.5, h * 0.85])}`,
      `${arcTo(w * 0.2, h * 0.2, [w * 0.1, h * 0.6])}Z`,
    ].join(''),
  wave,
  wedgeRectCallout: (size) => callout(size, rectangle(0, 0, size.w, size.h)),
  wedgeRoundRectCallout: (size) =>
    callout(size, rounded(size, [round(size), round(size), round(size), round(size)])),
  wedgeEllipseCallout: (size) => callout(size, ellipse(size.w / 2, size.h / 2, size.w / 2, size.h / 2)),
  flowChartDocument: ({ w, h }) =>
    `M0 0L${at([w, 0])}L${at([w, h * 0.8])}C${at([w / 2, h * 0.8])} ${at([w / 2, h * 1.1])} ${at([0, h * 0.93])}Z`,
};

/** Shapes of flow charts and text boxes, with the shape that has the same outline. */
const sameOutlines: Readonly<Record<string, string>> = {
  flowChartProcess: 'rect',
  flowChartAlternateProcess: 'roundRect',
  flowChartDecision: 'diamond',
  flowChartInputOutput: 'parallelogram',
  flowChartConnector: 'ellipse',
  flowChartPreparation: 'hexagon',
  flowChartMagneticDisk: 'can',
  flowChartTerminator: 'roundRect',
  mathPlus: 'plus',
  cloudCallout: 'cloud',
};

const openShapes: Readonly<Record<string, (size: Size) => string>> = {
  line: ({ w, h }) => line([0, 0], [w, h]),
  bentConnector2: ({ w, h }) => line([0, 0], [w, 0], [w, h]),
  bentConnector3: ({ w, h, share }) => {
    const x = w * share('adj1', 0.5);
    return line([0, 0], [x, 0], [x, h], [w, h]);
  },
  curvedConnector3: ({ w, h }) => `M0 0C${at([w / 2, 0])} ${at([w / 2, h])} ${at([w, h])}`,
  arc: ({ w, h }) => `M${at([w / 2, 0])}${arcTo(w / 2, h / 2, [w, h / 2])}`,
  leftBrace: (size) => braceHalf(size, true),
  rightBrace: (size) => braceHalf(size, false),
  leftBracket: (size) => bracketHalf(size, true),
  rightBracket: (size) => bracketHalf(size, false),
};

const shareUnit = 100_000;

/** The outline of a preset shape (ECMA-376 part 1, 20.1.10.56) of a size; a rectangle for shapes that are not known. */
export function presetOutline(name: string, w: number, h: number, adjustments: Adjustments): Outline {
  const share: Size['share'] = (key, byDefault) => {
    const adjusted = adjustments.get(key) ?? (key === 'adj1' ? adjustments.get('adj') : undefined);
    return adjusted === undefined ? byDefault : Math.max(-10, Math.min(10, adjusted / shareUnit));
  };
  const size = { w, h, s: Math.min(w, h), share };
  const known = /connector1$|^(straightConnector1|lineInv)$/i.test(name)
    ? 'line'
    : (sameOutlines[name] ?? name);
  const open = openShapes[known];
  if (open) return { path: open(size), isOpen: true };
  return { path: (closedShapes[known] ?? closedShapes['rect'])?.(size) ?? '', isOpen: false };
}

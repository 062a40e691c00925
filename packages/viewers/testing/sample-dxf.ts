type Pairs = readonly (readonly [code: number, value: string | number])[];

const section = (name: string, pairs: Pairs): Pairs => [[0, 'SECTION'], [2, name], ...pairs, [0, 'ENDSEC']];

export const dxfLine = (
  layer: string,
  [x1, y1, x2, y2]: readonly [number, number, number, number],
): Pairs => [
  [0, 'LINE'],
  [8, layer],
  [10, x1],
  [20, y1],
  [11, x2],
  [21, y2],
];
export const dxfText = (text: string, x: number, y: number): Pairs => [
  [0, 'TEXT'],
  [8, '0'],
  [10, x],
  [20, y],
  [40, 5],
  [1, text],
];
export const dxfInsert = (name: string, x: number, y: number, more: Pairs = []): Pairs => [
  [0, 'INSERT'],
  [8, '0'],
  [2, name],
  [10, x],
  [20, y],
  ...more,
];

/** A filled square of 10, with a triangle of edges whose last one is an arc. */
export const dxfHatch = (): Pairs => [
  [0, 'HATCH'],
  [8, 'walls'],
  [10, 0],
  [20, 0],
  [2, 'SOLID'],
  [70, 1],
  [91, 2],
  [92, 3],
  [72, 0],
  [73, 1],
  [93, 4],
  ...[
    [0, 0],
    [10, 0],
    [10, 10],
    [0, 10],
  ].flatMap(
    ([x = 0, y = 0]): Pairs => [
      [10, x],
      [20, y],
    ],
  ),
  [97, 0],
  [92, 1],
  [93, 2],
  [72, 1],
  [10, 4],
  [20, 5],
  [11, 6],
  [21, 5],
  [72, 2],
  [10, 5],
  [20, 5],
  [40, 1],
  [50, 0],
  [51, 180],
  [73, 1],
];

/** The text of a field of a block. */
export const dxfAttribute = (text: string, flags = 0): Pairs => [
  [0, 'ATTRIB'],
  [8, '0'],
  [10, 1],
  [20, 2],
  [40, 3],
  [1, text],
  [2, 'TAG'],
  [70, flags],
];

const dxfBlock = (name: string, content: Pairs): Pairs => [
  [0, 'BLOCK'],
  [8, '0'],
  [2, name],
  [10, 0],
  [20, 0],
  ...content,
  [0, 'ENDBLK'],
];

type SampleDxf = {
  readonly entities?: Pairs;
  readonly blocks?: Readonly<Record<string, Pairs>>;
};

/** A drawing with a red layer, a hidden one, a block and texts. */
export function sampleDxf({
  entities,
  blocks = { door: dxfLine('0', [0, 0, 10, 0]) },
}: SampleDxf = {}): string {
  const layer = (name: string, color: number): Pairs => [
    [0, 'LAYER'],
    [2, name],
    [70, 0],
    [62, color],
  ];
  const drawn = entities ?? [
    ...dxfLine('walls', [0, 0, 100, 0]),
    ...dxfLine('hidden', [0, 0, 5000, 5000]),
    [0, 'CIRCLE'],
    [8, '0'],
    [62, 3],
    [10, 50],
    [20, 50],
    [40, 10],
    ...dxfText('主卧 %%c20', 20, 20),
    ...dxfInsert('door', 5, 5, [[50, 90]]),
    ...dxfHatch(),
    [0, 'LEADER'],
    [8, '0'],
  ];
  const pairs = [
    ...section('TABLES', [
      [0, 'TABLE'],
      [2, 'LAYER'],
      [70, 2],
      ...layer('walls', 1),
      ...layer('hidden', -2),
      [0, 'ENDTAB'],
    ]),
    ...section(
      'BLOCKS',
      Object.entries(blocks).flatMap(([name, content]) => dxfBlock(name, content)),
    ),
    ...section('ENTITIES', drawn),
    [0, 'EOF'],
  ];
  return `${pairs.map(([code, value]) => `${code}\n${value}`).join('\n')}\n`;
}

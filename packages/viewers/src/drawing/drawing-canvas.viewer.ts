import type { Drawing, DrawingPath, DrawingText } from './drawing.types.ts';

/** The visible part: the point at the centre of the canvas, and CSS pixels for each unit. */
export type View = { readonly x: number; readonly y: number; readonly scale: number };

type Bounds = {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
};

/** The extent of a drawing; a square around zero where it is empty. */
export function boundsOf({ paths, texts }: Drawing): Bounds {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  const include = (x: number, y: number) => {
    left = Math.min(left, x);
    bottom = Math.min(bottom, y);
    right = Math.max(right, x);
    top = Math.max(top, y);
  };
  for (const { points } of paths)
    for (let at = 0; at < points.length; at += 2) include(points[at] ?? 0, points[at + 1] ?? 0);
  for (const { x, y, height } of texts) {
    include(x, y);
    include(x, y + height);
  }
  return left <= right ? { left, bottom, right, top } : { left: -1, bottom: -1, right: 1, top: 1 };
}

type Colors = { readonly foreground: string; readonly isDark: boolean };

/** Colours are chosen for black or for white paper: one that is too close to ours is moved away from it. */
function visibleColor(color: number | null, { foreground, isDark }: Colors): string {
  if (color === null) return foreground;
  const channels = [color >> 16, (color >> 8) & 0xff, color & 0xff] as const;
  const [red, green, blue] = channels;
  const brightness = (0.3 * red + 0.59 * green + 0.11 * blue) / 255;
  const moved = channels.map((channel) => {
    if (isDark) return brightness < 0.25 ? Math.round(channel + (255 - channel) * 0.5) : channel;
    return brightness > 0.55 ? Math.round(channel * 0.55) : channel;
  });
  return `rgb(${moved.join(' ')})`;
}

type Layer = { readonly color: number | null; readonly isFilled: boolean; readonly path: Path2D };

/** One path for each colour. Coordinates count from the centre, because canvases compute with few digits. */
function layersOf(
  paths: readonly DrawingPath[],
  center: { readonly x: number; readonly y: number },
): Layer[] {
  const layers = new Map<string, Layer>();
  for (const { color, isFilled, points } of paths) {
    const key = `${color} ${isFilled}`;
    const layer = layers.get(key) ?? { color, isFilled, path: new Path2D() };
    layers.set(key, layer);
    layer.path.moveTo((points[0] ?? 0) - center.x, (points[1] ?? 0) - center.y);
    for (let at = 2; at < points.length; at += 2)
      layer.path.lineTo((points[at] ?? 0) - center.x, (points[at + 1] ?? 0) - center.y);
  }
  // Areas lie below lines and texts.
  return [...layers.values()].sort((one, other) => Number(other.isFilled) - Number(one.isFilled));
}

/** Smaller texts are not readable and are left out. */
const minTextPixels = 3;
const maxTextPixels = 2000;

export type DrawOptions = {
  readonly canvas: HTMLCanvasElement;
  readonly view: View;
  readonly colors: Colors;
  readonly matches: ReadonlySet<DrawingText>;
  readonly current: DrawingText | null;
};

/** Prepares a drawing for repeated painting. */
export function createPainter(drawing: Drawing) {
  const bounds = boundsOf(drawing);
  const center = { x: (bounds.left + bounds.right) / 2, y: (bounds.bottom + bounds.top) / 2 };
  const layers = layersOf(drawing.paths, center);

  function paintText(context: CanvasRenderingContext2D, text: DrawingText, options: DrawOptions) {
    const { canvas, view, colors, matches, current } = options;
    const size = text.height * view.scale * 1.35;
    if (size < minTextPixels || size > maxTextPixels) return;
    const x = canvas.clientWidth / 2 + (text.x - view.x) * view.scale;
    const y = canvas.clientHeight / 2 - (text.y - view.y) * view.scale;
    const reach = size * text.text.length;
    if (x < -reach || y < -reach || x > canvas.clientWidth + reach || y > canvas.clientHeight + reach) return;
    context.save();
    context.translate(x, y);
    context.rotate(-text.angle);
    context.font = `${size}px sans-serif`;
    context.textAlign = text.align;
    if (matches.has(text)) {
      const { width, actualBoundingBoxLeft: left } = context.measureText(text.text);
      context.fillStyle = text === current ? '#ff922b' : '#ffe066';
      context.fillRect(-left, -size, width, 1.25 * size);
      context.fillStyle = '#1f2329';
    } else context.fillStyle = visibleColor(text.color, colors);
    context.fillText(text.text, 0, 0);
    context.restore();
  }

  return {
    bounds,
    paint(options: DrawOptions) {
      const { canvas, view, colors } = options;
      const context = canvas.getContext('2d');
      if (!context) return;
      const ratio = Math.min(2, devicePixelRatio);
      const [width, height] = [canvas.clientWidth, canvas.clientHeight];
      if (canvas.width !== Math.round(width * ratio)) canvas.width = Math.round(width * ratio);
      if (canvas.height !== Math.round(height * ratio)) canvas.height = Math.round(height * ratio);
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clearRect(0, 0, canvas.width, canvas.height);
      const scale = view.scale * ratio;
      const left = (width / 2) * ratio + (center.x - view.x) * scale;
      const top = (height / 2) * ratio - (center.y - view.y) * scale;
      context.setTransform(scale, 0, 0, -scale, left, top);
      context.lineWidth = 1.2 / view.scale;
      context.lineCap = 'round';
      for (const { color, isFilled, path } of layers) {
        const style = visibleColor(color, colors);
        context.strokeStyle = style;
        context.fillStyle = style;
        if (isFilled) context.fill(path);
        else context.stroke(path);
      }
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      for (const text of drawing.texts) paintText(context, text, options);
    },
  };
}

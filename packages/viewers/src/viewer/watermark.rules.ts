/**
 * One tile of the watermark: rotated lines of text, repeated over the whole page. Lengths in CSS pixels, the
 * angle in degrees.
 */
export const watermarkTile = {
  width: 260,
  height: 170,
  angleDegrees: -20,
  fontSize: 14,
  lineHeight: 20,
} as const;

const fontFamily = 'system-ui, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif';

type Canvas2d = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** A page or picture into which the watermark is drawn. */
export type Surface = {
  readonly context: Canvas2d;
  readonly width: number;
  readonly height: number;
  /** Canvas pixels per CSS pixel. */
  readonly scale: number;
};

/**
 * Draws the watermark into the pixels: grey with a white outline, so that it is readable on black and on
 * white and cannot be removed like an overlay.
 */
export function burnWatermark({ context, width, height, scale }: Surface, lines: readonly string[]): void {
  if (lines.length === 0) return;
  const stepX = watermarkTile.width * scale;
  const stepY = watermarkTile.height * scale;
  context.save();
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.font = `${watermarkTile.fontSize * scale}px ${fontFamily}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.lineWidth = scale;
  context.lineJoin = 'round';
  context.strokeStyle = 'rgb(255 255 255 / 28%)';
  context.fillStyle = 'rgb(90 96 105 / 26%)';
  for (let row = 0; row * stepY < height + stepY; row += 1) {
    // Every second row is shifted by half a tile, so that no strip of the page stays unmarked.
    const shift = row % 2 === 0 ? 0 : stepX / 2;
    for (let x = shift; x < width + stepX; x += stepX) {
      context.save();
      context.translate(x, row * stepY + stepY / 2);
      context.rotate((watermarkTile.angleDegrees * Math.PI) / 180);
      for (const [index, line] of lines.entries()) {
        const y = (index - (lines.length - 1) / 2) * watermarkTile.lineHeight * scale;
        context.strokeText(line, 0, y);
        context.fillText(line, 0, y);
      }
      context.restore();
    }
  }
  context.restore();
}

import { releaseCanvas } from '../pages/page-canvases.viewer.ts';
import { printSheetSize } from '../viewer/print.rules.ts';
import { drawPrintSheet } from '../viewer/print-sheet.viewer.ts';
import type { PrintablePages } from '../viewer/viewer.types.ts';
import { orientPicture, quarterTurnOrientations } from './orientation.rules.ts';
import type { Pictures } from './picture.types.ts';
import { drawPart } from './picture-canvas.viewer.ts';

/** The share of the sheet that a picture fills. Printers leave a margin blank. */
const filledShare = 0.94;

/**
 * Draws each picture alone on a sheet, as it is rotated on the screen. The watermark covers the sheet, because it would be
 * unreadable in a small picture.
 */
export function createPicturePrint(pictures: Pictures, quarterTurns: () => number): PrintablePages {
  return {
    pageCount: pictures.count,
    async draw({ page, watermark, signal }) {
      const picture = orientPicture(
        await pictures.pictureAt(page - 1),
        quarterTurnOrientations[quarterTurns() % 4] ?? 1,
      );
      const { size } = picture;
      const sheet = printSheetSize(size);
      const fitted =
        Math.min(sheet.width / Math.max(1, size.width), sheet.height / Math.max(1, size.height)) *
        filledShare;
      const decoded = Math.min(fitted, picture.maxScale);
      const drawn = await drawPart({
        picture,
        part: {
          left: 0,
          top: 0,
          ...size,
          pixelWidth: Math.max(1, Math.round(size.width * decoded)),
          pixelHeight: Math.max(1, Math.round(size.height * decoded)),
        },
        watermark: [],
        watermarkScale: 1,
        signal,
      });
      const [width, height] = [size.width * fitted, size.height * fitted];
      try {
        return await drawPrintSheet(sheet, watermark, (context) =>
          context.drawImage(drawn, (sheet.width - width) / 2, (sheet.height - height) / 2, width, height),
        );
      } finally {
        releaseCanvas(drawn);
      }
    },
  };
}

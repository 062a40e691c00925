import { afterEach, expect, it, vi } from 'vitest';
import { pdfFile, streamObject } from '../../testing/pdf-parts.ts';
import { counted, inked, show } from '../../testing/stage.ts';
import { pdfViewer } from './pdf.viewer.ts';

afterEach(() => vi.unstubAllGlobals());

/** Packs a string of zeros and ones into bytes. */
const packed = (bits: string) =>
  Array.from({ length: Math.ceil(bits.length / 8) }, (_, index) =>
    String.fromCharCode(Number.parseInt(bits.slice(8 * index, 8 * index + 8).padEnd(8, '0'), 2)),
  ).join('');

/** A black square of 16 pixels in CCITT group 4: a run of 16 black pixels, lines equal to the one above, the end. */
const blackSquare = packed(
  ['001', '00110101', '0000010111', '11'.repeat(15), '000000000001'.repeat(2)].join(''),
);

const scannedPdf = () =>
  pdfFile([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Resources << /XObject << /I 5 0 R >> >> >>',
    streamObject('200 0 0 200 0 0 cm /I Do'),
    '<< /Type /XObject /Subtype /Image /Width 16 /Height 16 /BitsPerComponent 1 /ColorSpace /DeviceGray ' +
      `/Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 16 /Rows 16 >> /Length ${blackSquare.length} >>\nstream\n${blackSquare}\nendstream`,
  ]);

/** Simulates workers without WebAssembly. pdf.js checks for it when it first needs a decoder. */
function refuseWebAssembly() {
  const Original = Worker;
  vi.stubGlobal(
    'Worker',
    class extends Original {
      constructor(url: string | URL, options?: WorkerOptions) {
        const address = JSON.stringify(new URL(url, location.href).href);
        const script = `import ${address}; delete globalThis.WebAssembly;`;
        super(URL.createObjectURL(new Blob([script], { type: 'text/javascript' })), options);
      }
    },
  );
}

const darkPixels = (canvas: HTMLCanvasElement) => {
  const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
  let dark = 0;
  for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 255) < 20 && data[at + 3] === 255) dark += 1;
  return dark / (canvas.width * canvas.height);
};

it.each([
  ['with WebAssembly', () => undefined],
  ['where WebAssembly is refused', refuseWebAssembly],
])('draws the picture of a scan %s', async (_, prepare) => {
  prepare();
  const stage = await show(pdfViewer, counted(scannedPdf()));
  const canvas = () => stage.container.querySelector('canvas');
  await expect
    .poll(() => {
      const shown = canvas();
      return shown === null || inked(shown) === 0 ? 0 : darkPixels(shown);
    })
    .toBeGreaterThan(0.8);
  expect(stage.failures).toEqual([]);
  stage.open.close();
  stage.end();
});

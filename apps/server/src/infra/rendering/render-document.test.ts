import { describe, expect, test } from 'vitest';
import { defaultRenderingLimits, renderDocument } from './render-document.adapter.ts';
import { findSandboxKind, SandboxedProcessError } from './sandboxed-process.adapter.ts';

const rtf = Buffer.from(
  String.raw`{\rtf1\ansi{\fonttbl\f0\fswiss Helvetica;}\f0\pard Minutes of the meeting.\par}`,
);
/** A busy machine compiles the engine slowly. */
const patientLimits = { ...defaultRenderingLimits, timeMs: 300_000 };
const kind = await findSandboxKind();

describe('the engine in its process', () => {
  test('converts a document to PDF with its bookmarks and fonts', { timeout: 310_000 }, async () => {
    const pages = await renderDocument({ kind, document: rtf, extension: 'rtf', limits: patientLimits });
    expect(pages.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pages.toString('latin1')).toMatch(/\/FontName\/[A-Z]+\+Liberation/);
    expect(pages.toString('latin1')).toContain('%%EOF');
  });

  // A conversion takes seconds, so that only the long run repeats it. The engine imports some garbage as text, and hangs on some.
  test.each(process.env['TEST_FULL'] === '1' ? ['docx', 'xls', 'pptx'] : [])(
    'ends for a damaged %s',
    { timeout: 60_000 },
    async (extension) => {
      const document = Buffer.alloc(1_000, 0xd0);
      const limits = { ...defaultRenderingLimits, timeMs: 30_000 };
      const end = await renderDocument({ kind, document, extension, limits }).then(
        (pages) => pages.subarray(0, 5).toString(),
        (error: unknown) => (error instanceof SandboxedProcessError ? error.end : error),
      );
      expect(['%PDF-', 'failed', 'tooSlow']).toContain(end);
    },
  );
});

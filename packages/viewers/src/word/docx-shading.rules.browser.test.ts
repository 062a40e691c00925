import { expect, it } from 'vitest';
import { mixPatterns } from './docx-shading.rules.ts';

it('mixes the colours of the patterns of shadings', () => {
  const shading = (pattern: string, color: string, fill: string) =>
    `<w:shd w:val="${pattern}" w:color="${color}" w:fill="${fill}"/>`;
  const part = new DOMParser().parseFromString(
    `<w:p xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${[
      shading('pct5', 'auto', 'auto'),
      shading('pct50', '000000', 'FF8000'),
      shading('solid', '123456', 'auto'),
      shading('diagStripe', 'FF0000', 'auto'),
      shading('clear', 'auto', 'auto'),
    ].join('')}</w:p>`,
    'application/xml',
  );
  mixPatterns(part);
  const fills = Array.from(part.getElementsByTagName('w:shd'), (each) => each.getAttribute('w:fill'));
  expect(fills).toEqual(['f2f2f2', '804000', '123456', 'ffaaaa', 'auto']);
});

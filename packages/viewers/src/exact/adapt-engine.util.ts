import { writeEastAsianDates } from './engine-date-languages.util.ts';
import { breakEastAsianLines } from './engine-line-breaks.util.ts';

/** Adds what this build of LibreOffice lacks, before it starts. @throws Error if the build has another form. */
export function adaptEngine(exports: WebAssembly.Exports, memory: WebAssembly.Memory): void {
  breakEastAsianLines(exports, memory);
  writeEastAsianDates(exports, memory);
}

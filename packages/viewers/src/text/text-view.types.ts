import type { FrameOptions, FrameSource, FrameView } from '../frame/frame.types.ts';
import type { WorkbookTexts } from '../sheet/workbook.viewer.ts';
import type { viewers } from '../texts/zh/viewers.ts';
import type { Encoding } from './encoding.rules.ts';

/** The input of every text viewer. */
export type TextStage = {
  readonly scroller: HTMLElement;
  readonly source: FrameSource;
  readonly encoding: Encoding;
  readonly texts: typeof viewers;
  readonly tableTexts: WorkbookTexts;
  readonly start: number;
  readonly onPage: FrameOptions['onPage'];
};

export type TextView = Pick<FrameView, 'goTo' | 'zoom' | 'search' | 'outline'> & { readonly end: () => void };

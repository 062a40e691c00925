import type { Outline } from './preset-geometry.rules.ts';

/** A place and size in CSS pixels. */
export type Box = {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly rotation?: number;
  readonly isFlippedX?: boolean;
  readonly isFlippedY?: boolean;
};

export type Stroke = {
  readonly color: string;
  readonly width: number;
  readonly dashes?: string;
  readonly hasStartArrow?: boolean;
  readonly hasEndArrow?: boolean;
};

/** The text of a shape, which the program of the document lays out. */
/** Text in lines, turned to the right or to the left, or from top to bottom with upright East Asian letters. */
export type TextDirection = 'horizontal' | 'right' | 'left' | 'upright';

export type ShapeText = {
  /** Identifies the paragraphs in the document. */
  readonly id: number;
  readonly insets: readonly [top: number, right: number, bottom: number, left: number];
  readonly anchor: 'start' | 'center' | 'end';
  readonly direction: TextDirection;
};

export type DrawnNode =
  | {
      readonly kind: 'shape';
      readonly box: Box;
      readonly outline: Outline;
      readonly fill: string | null;
      readonly stroke: Stroke | null;
      readonly text: ShapeText | null;
    }
  | { readonly kind: 'picture'; readonly box: Box; readonly relationship: string }
  | { readonly kind: 'chart'; readonly box: Box; readonly relationship: string }
  | { readonly kind: 'group'; readonly box: Box; readonly children: readonly DrawnNode[] };

/** Where a drawing stands: in the text like a letter, or at a distance from a part of the page. */
export type Placement = 'inline' | Anchor;

export type AnchorAxis = {
  /** As Word names it: `page`, `margin`, `column`, `paragraph` and others. */
  readonly from: string;
  readonly offset: number;
  /** As Word names it: `left`, `center`, `right`, `top`, `bottom`. */
  readonly align: string | null;
};

export type Anchor = {
  readonly horizontal: AnchorAxis;
  readonly vertical: AnchorAxis;
  /** How the text makes room. */
  readonly wrap: 'none' | 'square' | 'topAndBottom';
  readonly isBehind: boolean;
};

/** A drawing of a document. */
export type Drawing = { readonly placement: Placement; readonly node: DrawnNode; readonly title: string };

/** What the reader of a drawing needs from its document. */
export type DrawingContext = {
  /** A colour of the theme by its name, as `#rrggbb`. */
  readonly themeColor: (name: string) => string | null;
  /** Takes the paragraphs of a shape out of the drawing, and returns their identifier. */
  readonly takeText: (content: Element) => number;
};

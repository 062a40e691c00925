/** What an entry of the palette is, in the order of the groups. */
export const paletteKinds = [
  'action',
  'task',
  'flow',
  'document',
  'conversation',
  'person',
  'screen',
] as const;
export type PaletteKind = (typeof paletteKinds)[number];

/** Something that the palette finds and opens. */
export type PaletteItem = {
  /** Unique and the same in every session, so that the choice can be offered again. */
  readonly id: string;
  readonly kind: PaletteKind;
  readonly title: string;
  /** Shown beside the title and searched too. */
  readonly detail?: string | undefined;
  /** The keys that do the same. */
  readonly keys?: readonly string[] | undefined;
  readonly run: () => void;
};

/** A place where the palette looks. A source that searches by itself uses the text; others return what they have. */
export type PaletteSource = {
  readonly name: string;
  /** Entries for a text; empty for the text of a palette that was just opened. Must work without a network. */
  find(text: string, signal: AbortSignal): Promise<readonly PaletteItem[]>;
};

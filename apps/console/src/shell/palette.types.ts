/** A result of the search: an object with the page that shows it. */
export type FoundObject = {
  readonly path: string;
  readonly title: string;
  readonly hint?: string | undefined;
};

/** A page, a setting or an act of the console that the search finds by its name. */
export type PaletteEntry = FoundObject & { readonly group: 'pages' | 'settings' | 'acts' };

/** The system's bars above and below the app, which extends under them from edge to edge. */
export type SystemBarsPort = {
  /** Sets the theme that their text and icons must contrast with. In a browser they follow the page's `theme-color`. */
  setStyle(theme: 'light' | 'dark'): Promise<void>;
};

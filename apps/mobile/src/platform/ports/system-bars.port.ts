/** The system's own bars above and below the app, which lies under them from edge to edge. */
export type SystemBarsPort = {
  /** Has their text and signs stand out from a theme. In a browser they follow the page's `theme-color`. */
  setStyle(theme: 'light' | 'dark'): Promise<void>;
};

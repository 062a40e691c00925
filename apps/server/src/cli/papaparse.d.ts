/** The part of papaparse that the command line uses. The package has no types of its own. */
declare module 'papaparse' {
  const Papa: {
    parse(text: string, options: { readonly skipEmptyLines: false }): { readonly data: string[][] };
  };
  export default Papa;
}

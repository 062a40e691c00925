// The library has no types of its own: what we use of it (its documentation, version 5).
declare module 'papaparse' {
  const Papa: {
    parse(
      text: string,
      options: { readonly skipEmptyLines: 'greedy'; readonly preview: number },
    ): { readonly data: string[][] };
  };
  export default Papa;
}

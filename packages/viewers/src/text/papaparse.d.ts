// The library has no types; these are the parts in use, after its documentation (version 5).
declare module 'papaparse' {
  const Papa: {
    parse(
      text: string,
      options: { readonly skipEmptyLines: 'greedy'; readonly preview: number },
    ): { readonly data: string[][] };
  };
  export default Papa;
}

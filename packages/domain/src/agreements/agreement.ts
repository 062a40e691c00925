/** A long text to read and accept. It is fetched only when it is read. */
export type Agreement = {
  readonly version: string;
  readonly sections: readonly { readonly heading: string; readonly paragraphs: readonly string[] }[];
};

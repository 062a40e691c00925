/**
 * The part of the library that is used: decompression of single parts. Its own types describe only whole
 * files.
 */
declare module 'utif2' {
  type Tags = { isLE: boolean; [tag: `t${number}`]: readonly number[] };

  const UTIF: {
    decode: {
      _decompress(
        tags: Tags,
        directories: readonly Tags[],
        data: Uint8Array,
        offset: number,
        length: number,
        compression: number,
        target: Uint8Array,
        targetOffset: number,
        fillOrder: number,
        width: number,
        height: number,
      ): void;
    };
    JpegDecoder: new (options: {
      readonly w: number;
    }) => {
      readonly width: number;
      readonly height: number;
      parse(data: Uint8Array): void;
      getData(wanted: {
        readonly width: number;
        readonly height: number;
        readonly forceRGB: boolean;
        readonly isSourcePDF: boolean;
      }): Uint8Array | Uint8ClampedArray;
    };
  };
  export default UTIF;
}

/** The part of the module that is used; the package's own types describe only its C functions. */
declare module 'libheif-js/libheif-wasm/libheif-bundle.mjs' {
  export type HeifHandle = { readonly heifHandle: never };

  export type HeifImage = {
    readonly handle: HeifHandle;
    get_width(): number;
    get_height(): number;
    is_primary(): boolean;
    free(): void;
  };

  export type HeifPlanes = {
    readonly image: { readonly heifImage: never };
    readonly channels: readonly {
      readonly width: number;
      readonly height: number;
      /** Bytes per row. */
      readonly stride: number;
      /** A view into WebAssembly memory, which is invalid after the next call. */
      readonly data: Uint8Array;
    }[];
  };

  export type HeifModule = {
    readonly HeifDecoder: new () => { decode(bytes: Uint8Array): readonly HeifImage[] };
    readonly heif_colorspace: { readonly heif_colorspace_RGB: number };
    readonly heif_chroma: { readonly heif_chroma_interleaved_RGBA: number };
    heif_js_decode_image2(
      handle: HeifHandle,
      colorspace: number,
      chroma: number,
    ): HeifPlanes | { readonly code: unknown };
    heif_image_release(image: HeifPlanes['image']): void;
  };

  export default function libheif(options?: {
    readonly print?: (text: string) => void;
    readonly printErr?: (text: string) => void;
  }): Promise<HeifModule>;
}

export declare function adaptModule(module: Buffer): Buffer<ArrayBuffer>;

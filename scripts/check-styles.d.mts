export declare function ambiguousFlexIn(css: string): readonly { line: number; declaration: string }[];

export declare const roles: readonly string[];
export declare function filesWithoutRole(files: readonly string[]): string[];
export declare function longSubjects(subjects: readonly string[]): string[];
export declare function bannedWordsInDiff(diff: string): string[];
export declare function violations(): string[];

export const roles: readonly string[];
export function filesWithoutRole(files: readonly string[]): string[];
export function longSubjects(subjects: readonly string[]): string[];
export function dialectInDiff(diff: string): string[];
export function violations(): string[];

export function verdictOf(text: string): { code: 0 | 1 | 2; lines: string[] };

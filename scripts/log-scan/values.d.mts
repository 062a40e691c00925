export function kindOf(field: string): string | null;
export function valuesIn(value: unknown): [kind: string, value: string][];
export function valuesOfFields(field: string, values: readonly string[]): [kind: string, value: string][];

type Captured = readonly [kind: string, value: string];
type Finding = { kind: string; value: string };
type ValueSearch = (text: string) => Finding[];
export function valuesToSearch(captured: readonly Captured[]): Map<string, string>;
export function createValueSearch(values: ReadonlyMap<string, string>): ValueSearch;
export function findingsIn(line: string, searchValues: ValueSearch): Finding[];

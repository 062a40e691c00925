/** A number with its noun, such as "1 person" and "3 people". */
export const counted = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;

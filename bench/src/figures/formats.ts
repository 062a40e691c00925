/** Such as `262,172`. */
export const integer = (value: number): string => Math.round(value).toLocaleString('en-US');

/** As many digits as a reader compares: `0.046`, `0.97`, `4.85`, `19.7`, `262,172`. */
export function number(value: number): string {
  const size = Math.abs(value);
  if (size >= 100) return integer(value);
  return String(Number(size >= 0.1 ? value.toFixed(size >= 10 ? 1 : 2) : value.toPrecision(2)));
}

export const milliseconds = (value: number): string => `${number(value)} ms`;

export const kibibytes = (bytes: number): string => `${integer(bytes / 1024)} KiB`;

/** Such as `8.1 MB`, in millions of bytes. */
export const megabytes = (bytes: number): string => `${number(bytes / 1e6)} MB`;

export const percentOf = (share: number): string => `${number(share * 100)} %`;

/** Two digits after the point, for ratios that are compared with a limit. */
export const ratio = (value: number): string => value.toFixed(2);

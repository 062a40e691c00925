export type ClockTime = { readonly hours: number; readonly minutes: number; readonly seconds: number };

export function clockTime(time: number): ClockTime {
  const totalSeconds = Number.isFinite(time) ? Math.max(0, Math.floor(time)) : 0;
  return {
    hours: Math.floor(totalSeconds / 3600),
    minutes: Math.floor(totalSeconds / 60) % 60,
    seconds: totalSeconds % 60,
  };
}

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** A time as players show it: `4:09`, `1:04:09`. */
export function timeText(time: number): string {
  const { hours, minutes, seconds } = clockTime(time);
  return hours > 0
    ? `${hours}:${twoDigits(minutes)}:${twoDigits(seconds)}`
    : `${minutes}:${twoDigits(seconds)}`;
}

export type ClockTime = { readonly hours: number; readonly minutes: number; readonly seconds: number };

export function clockTime(time: number): ClockTime {
  const whole = Number.isFinite(time) ? Math.max(0, Math.floor(time)) : 0;
  return {
    hours: Math.floor(whole / 3600),
    minutes: Math.floor(whole / 60) % 60,
    seconds: whole % 60,
  };
}

const two = (value: number) => String(value).padStart(2, '0');

/** A time as players show it: `4:09`, `1:04:09`. */
export function timeText(time: number): string {
  const { hours, minutes, seconds } = clockTime(time);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

import { useState } from 'react';
import styles from './avatar.module.css';

type AvatarProps = {
  readonly name: string;
  /** A picture; the initials replace a missing or broken one. */
  readonly src?: string | null;
  /** In CSS pixels. */
  readonly size?: number;
};

/** The most distinctive initials: the last two characters of a Chinese name, the first of any other. */
function initialsOf(name: string): string {
  const letters = Array.from(name.trim());
  const isChinese = /\p{Script=Han}/u.test(name);
  return (isChinese ? letters.slice(-2) : letters.slice(0, 1)).join('').toUpperCase();
}

/** Decorative: screen readers announce only the name next to it. */
export function Avatar({ name, src = null, size = 40 }: AvatarProps) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  return (
    <span className={styles.avatar} style={{ width: size, height: size }} aria-hidden="true">
      {src === null || src === failedSrc ? (
        <span className={styles.initial} style={{ fontSize: size * 0.36 }}>
          {initialsOf(name)}
        </span>
      ) : (
        <img className={styles.picture} src={src} alt="" onError={() => setFailedSrc(src)} />
      )}
    </span>
  );
}

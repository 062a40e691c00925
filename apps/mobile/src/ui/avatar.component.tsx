import { useState } from 'react';
import styles from './avatar.module.css';

type AvatarProps = {
  readonly name: string;
  /** A picture; the initial stands in its place where there is none or it cannot be loaded. */
  readonly src?: string | null;
  /** CSS pixels. */
  readonly size?: number;
};

/** What two people of one name share least: the last two characters of a Chinese one, the first of any other. */
function initialOf(name: string): string {
  const letters = Array.from(name.trim());
  const isChinese = /\p{Script=Han}/u.test(name);
  return (isChinese ? letters.slice(-2) : letters.slice(0, 1)).join('').toUpperCase();
}

/** Decoration beside the name: readers hear the name alone. */
export function Avatar({ name, src = null, size = 40 }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null);
  return (
    <span className={styles.avatar} style={{ width: size, height: size }} aria-hidden="true">
      {src === null || src === failed ? (
        <span className={styles.initial} style={{ fontSize: size * 0.36 }}>
          {initialOf(name)}
        </span>
      ) : (
        <img className={styles.picture} src={src} alt="" onError={() => setFailed(src)} />
      )}
    </span>
  );
}

import { Tooltip } from '../overlay/tooltip.tsx';
import { presenceColor } from './presence-color.ts';

export interface AvatarProps {
  /** The person's id: it picks the hue. */
  id: string;
  name: string;
  /** Picture to show instead of initials. */
  src?: string | null;
  size?: 's' | 'm' | 'l';
  /** Drawn as a ring: here, but not at the keyboard. */
  away?: boolean;
  /** Off where the name already stands beside it. */
  tooltip?: boolean;
}

/** One or two letters that stand for a name: first letters of the first and last word. */
export function initials(name: string): string {
  const words = name
    .trim()
    .split(/[\s._-]+/)
    .filter(Boolean);
  const first = words[0] ?? '?';
  const last = words.length > 1 ? (words[words.length - 1] as string) : '';
  const letters = last === '' ? [...first].slice(0, 2) : [[...first][0], [...last][0]];
  return letters.join('').toLocaleUpperCase();
}

/** A person as a small disc in their own hue. */
export function Avatar({ id, name, src, size = 'm', away = false, tooltip = true }: AvatarProps) {
  const disc = (
    <span
      className="g-avatar"
      data-size={size}
      data-away={away || undefined}
      style={{ '--c': presenceColor(id).css } as React.CSSProperties}
      role="img"
      aria-label={name}
    >
      {src ? <img src={src} alt="" /> : initials(name)}
    </span>
  );
  return tooltip ? <Tooltip label={name}>{disc}</Tooltip> : disc;
}

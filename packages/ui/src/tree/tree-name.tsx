import { Tooltip } from '@mantine/core';
import { useState, type PointerEvent } from 'react';

/**
 * The name of a row. The tooltip of one that is cut is made when the pointer comes: a tree draws too many names for one
 * each.
 */
export function TreeName({ text }: { text: string }) {
  const [isCut, setCut] = useState(false);
  const measure = ({ currentTarget }: PointerEvent) => setCut(currentTarget.scrollWidth > currentTarget.clientWidth);
  const name = (
    <span dir="auto" className="g-truncated" onPointerEnter={measure} onPointerLeave={() => setCut(false)}>
      {text}
    </span>
  );
  return isCut ? (
    <Tooltip opened label={text} position="bottom" multiline maw={320} classNames={{ tooltip: 'g-tip' }}>
      {name}
    </Tooltip>
  ) : (
    name
  );
}

import { useRef, useState } from 'react';
import { Tooltip } from './tooltip.tsx';

export interface TruncatedProps {
  text: string;
  className?: string;
}

/** One line of text that is cut when it does not fit, and then tells the whole of itself in a tooltip. */
export function Truncated({ text, className }: TruncatedProps) {
  const element = useRef<HTMLSpanElement>(null);
  const [isCut, setCut] = useState(false);
  const measure = () => {
    const { current } = element;
    if (current) setCut(current.scrollWidth > current.clientWidth);
  };
  return (
    <Tooltip label={text} disabled={!isCut} multiline>
      <span
        ref={element}
        dir="auto"
        className={className ? `g-truncated ${className}` : 'g-truncated'}
        onPointerEnter={measure}
        onFocus={measure}
      >
        {text}
      </span>
    </Tooltip>
  );
}

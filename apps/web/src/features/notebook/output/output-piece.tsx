import { useEffect, useRef, useState, type ReactNode } from 'react';

/** One output of a block, which scrolls where it has no room: by the keyboard too, and only then. */
export function OutputPiece({ children }: { children: ReactNode }) {
  const piece = useRef<HTMLDivElement>(null);
  const [isScrolling, setScrolling] = useState(false);
  useEffect(() => {
    const element = piece.current;
    if (!element) return undefined;
    const look = () =>
      setScrolling(element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight);
    const observer = new ResizeObserver(look);
    observer.observe(element);
    // What comes later, such as a picture, makes the content grow and not the element.
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={piece} className="output-part" tabIndex={isScrolling ? 0 : undefined}>
      {children}
    </div>
  );
}

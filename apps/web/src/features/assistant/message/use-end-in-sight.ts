import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** So near to the end a reader is taken to follow it, in pixels. */
const nearPixels = 40;

/**
 * Keeps the end of what grows in sight as long as the reader is there; who has scrolled up is left alone and can go
 * back.
 */
export function useEndInSight(content: unknown): {
  scroller: RefObject<HTMLDivElement | null>;
  isAtEnd: boolean;
  toEnd: () => void;
} {
  const scroller = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const [isAtEnd, setAtEnd] = useState(true);
  const toEnd = () => {
    follows.current = true;
    setAtEnd(true);
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
  };
  useLayoutEffect(() => {
    if (follows.current) scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
  }, [content]);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const look = () => {
      const isNear = element.scrollHeight - element.scrollTop - element.clientHeight < nearPixels;
      follows.current = isNear;
      setAtEnd(isNear);
    };
    // What is laid out only once it is in sight changes the height without a new message.
    const resized = new ResizeObserver(() => {
      if (follows.current) element.scrollTo({ top: element.scrollHeight });
    });
    for (const child of element.children) resized.observe(child);
    const grown = new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) if (node instanceof Element) resized.observe(node);
    });
    grown.observe(element, { childList: true });
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      element.removeEventListener('scroll', look);
      resized.disconnect();
      grown.disconnect();
    };
  }, []);
  return { scroller, isAtEnd, toEnd };
}

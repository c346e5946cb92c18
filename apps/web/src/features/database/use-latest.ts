import { useLayoutEffect, useRef, type RefObject } from 'react';

/** A value as it was last drawn, for what is called later and must not make anew what calls it. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}

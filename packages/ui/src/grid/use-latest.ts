import { useLayoutEffect, useRef, type RefObject } from 'react';

/** A reference that always holds the value of the last render, for callbacks that AG Grid keeps for long. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}

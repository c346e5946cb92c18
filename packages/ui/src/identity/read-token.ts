/**
 * The present value of a token (`--accent`), for a canvas or a worker that cannot read CSS; empty where it is unknown.
 */
export function readToken(name: `--${string}`, element: Element = document.documentElement): string {
  return getComputedStyle(element).getPropertyValue(name).trim();
}

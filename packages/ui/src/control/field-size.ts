/** Our sizes in Mantine's words: 24, 30 and 36 px. */
export type FieldSize = 's' | 'm' | 'l';

const mantineSizes = { s: 'xs', m: 'sm', l: 'md' } as const;

/** Mantine's name of one of our sizes. */
export function mantineSize(size: FieldSize): 'xs' | 'sm' | 'md' {
  return mantineSizes[size];
}

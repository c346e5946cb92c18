import { describe, expect, it } from 'vitest';
import { distinctOptions } from './select-field.tsx';

describe('option list', () => {
  it('[SHL-070] ignores empty options and duplicate options', () => {
    expect(
      distinctOptions(['b', '', 'a', 'b', '  ', { value: 'a', label: 'Again' }, { value: 'c', label: ' ' }]),
    ).toEqual([
      { value: 'b', label: 'b' },
      { value: 'a', label: 'a' },
    ]);
  });
});

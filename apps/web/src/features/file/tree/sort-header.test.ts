import { expect, test } from 'vitest';
import { orderAfter } from './sort-header.tsx';

test('a column sorts, pressed again it turns round; sizes and dates begin with the largest and newest', () => {
  expect(orderAfter({ sort: 'name', descending: false }, 'name')).toEqual({ sort: 'name', descending: true });
  expect(orderAfter({ sort: 'name', descending: true }, 'size')).toEqual({ sort: 'size', descending: true });
  expect(orderAfter({ sort: 'size', descending: true }, 'name')).toEqual({ sort: 'name', descending: false });
});

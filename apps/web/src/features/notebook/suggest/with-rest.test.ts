import { expect, test } from 'vitest';
import { withRest } from './with-rest.ts';

const code = 'import a\n\nx = 1\ny = 2\nprint(x)';

test('[AIA-028] code that is on its way is shown with the lines that it has not reached yet', () => {
  expect(withRest('', code)).toBe(code);
  expect(withRest('import a\n', code)).toBe(code);
  expect(withRest('import a\nimport b\n', code)).toBe('import a\nimport b\n\nx = 1\ny = 2\nprint(x)');
  expect(withRest('import a\n\nx = 1\ny', code)).toBe(code.replace('y = 2', 'y'));
  expect(withRest('import a\n\nx = 1\nz = 3', code)).toBe('import a\n\nx = 1\nz = 3\ny = 2\nprint(x)');
});

test('[AIA-028] whole code ends with all lines reached that stayed', () => {
  expect(withRest(`${code}\n`, code)).toBe(code);
});

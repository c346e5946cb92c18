import { expect, test } from 'vitest';
import { consentScope } from './consent-scope.ts';

test('[AIA-152] “always” covers a tool on one thing or one kind of results, and no SQL that writes or files replaced', () => {
  const keyOf = (tool: string, given: unknown) => consentScope(tool, given)?.key ?? null;
  expect(keyOf('run_cells', { notebook: 'n1', cells: ['a'] })).toBe('run_cells notebook:n1');
  expect(keyOf('run_workflow', { workflow: 'w1' })).toBe('run_workflow workflow:w1');
  expect(keyOf('run_project_tool', { tool: 'query:q1', parameters: {} })).toBe('run_project_tool query:q1');
  expect(keyOf('run_project_tool', { tool: 'query:q1', save: { file: '/data/a.csv', replace: true } })).toBeNull();
  expect(keyOf('run_project_tool', {})).toBeNull();
  expect(keyOf('buffer', { layer: 'layer:A/b' })).toBe('buffer layer');
  expect(keyOf('buffer', { save: { name: 'x', replace: false } })).toBe('buffer layer');
  expect(keyOf('buffer', { save: { file: '/data/a.csv' } })).toBe('buffer file');
  expect(keyOf('buffer', { save: { file: '/data/a.csv', replace: true } })).toBeNull();
  expect(keyOf('change_by_sql', { sql: 'CREATE TABLE x AS SELECT 1' })).toBeNull();
  expect(keyOf('cancel_operation', { operation: 'o1' })).toBeNull();
  expect(keyOf('buffer', 'no object')).toBe('buffer layer');
});

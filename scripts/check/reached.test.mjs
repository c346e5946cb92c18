import { describe, expect, it } from 'vitest';
import { findUnreached } from './reached/find-unreached.mjs';

const found = (files) => {
  const sources = new Map(Object.entries(files));
  return findUnreached({ workspaces: [{ sources }], rootManifest: {} }).map(({ name }) => name);
};

describe('exports that only tests use', () => {
  it('finds an export that shipped code never mentions, however often tests do', () => {
    expect(
      found({
        'packages/geo/src/area.ts': 'export function area() {}\nexport const half = () => 1;',
        'packages/geo/src/area.test.ts': "import { area, half } from './area.ts';\narea(half());",
        'packages/geo/src/index.ts': "export { area, half } from './area.ts';",
        'packages/geo/test/shapes.ts': "import { area } from '../src/area.ts';\narea();",
      }),
    ).toEqual(['area', 'half']);
  });

  it('takes a call, an element, a type and an import under another name for uses', () => {
    expect(
      found({
        'packages/ui/src/a.tsx':
          'export function Box() {}\nexport type Size = 1;\nexport function size(): Size { return 1 }\nexport class Tree {}',
        'apps/web/src/main.tsx':
          "import { Box, size, Tree as Plant } from '@groma/ui';\nconst box = <Box at={size()} />;\nnew Plant(box);",
      }),
    ).toEqual([]);
  });

  it('finds what only unreached code uses', () => {
    expect(
      found({ 'packages/geo/src/a.ts': 'export function outer() { return inner() }\nexport function inner() {}' }),
    ).toEqual(['outer', 'inner']);
  });

  it('takes a use in its own file for one', () => {
    expect(found({ 'apps/web/src/main.ts': 'export function start() {}\nstart();' })).toEqual([]);
  });
});

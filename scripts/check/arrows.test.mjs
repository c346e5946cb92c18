import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findWrongArrows } from './arrows/find-wrong-arrows.mjs';
import { findImportCycles } from './arrows/import-cycles.mjs';
import { readImports } from './arrows/read-imports.mjs';

/** A tree from paths and sources; each workspace declares what `manifests` says. */
function treeOf(files, manifests = {}) {
  const folders = [
    'packages/model',
    'packages/geo',
    'packages/protocol',
    'packages/ui',
    'apps/web',
    'apps/server',
    'bench',
    'scripts',
  ];
  const workspaces = folders.map((folder) => {
    const sources = new Map(Object.entries(files).filter(([path]) => path.startsWith(`${folder}/`)));
    const name = folder.split('/').at(-1);
    return {
      folder,
      name,
      manifest: { exports: { '.': './src/index.ts' }, ...manifests[name] },
      sources,
      files: new Set(sources.keys()),
    };
  });
  return { workspaces, rootManifest: { devDependencies: { vitest: '5' } } };
}

const textsOf = (files, manifests) =>
  findWrongArrows(treeOf(files, manifests)).map(({ path, line, text }) => `${path}:${line} ${text}`);

describe('reading imports', () => {
  it('finds every way to name a module, with its line', () => {
    const source = [
      "import a from './a.ts'",
      "export { b } from './b.ts'",
      "export * from './c.ts'",
      "type D = import('./d.ts').D",
      "const e = await import('./e.ts')",
      "const f = new Worker(new URL('./f.ts', import.meta.url))",
      "const g = import.meta.glob('./g/*.ts')",
      "const h = require('./h.cjs')",
    ].join('\n');
    expect(readImports('x.ts', source).map(({ specifier, line, kind }) => `${line} ${kind} ${specifier}`)).toEqual([
      '1 import ./a.ts',
      '2 export ./b.ts',
      '3 export ./c.ts',
      '4 type ./d.ts',
      '5 dynamic ./e.ts',
      '6 url ./f.ts',
      '7 glob ./g/*.ts',
      '8 import ./h.cjs',
    ]);
  });

  it('tells imports of types from imports of values', () => {
    const source =
      "import type { A } from 'a'\nimport { type B } from 'b'\nimport { type C, d } from 'c'\nexport type { E } from 'e'";
    expect(readImports('x.ts', source).map((one) => one.typeOnly)).toEqual([true, true, false, true]);
  });

  it('says which file cannot be parsed', () => {
    expect(() => readImports('packages/geo/src/x.ts', 'import {')).toThrow('packages/geo/src/x.ts cannot be parsed');
  });
});

describe('arrows between packages', () => {
  const withModel = { dependencies: { '@groma/model': '*' } };

  it('lets an allowed arrow through the public door', () => {
    expect(textsOf({ 'packages/geo/src/a.ts': "import { id } from '@groma/model'" }, { geo: withModel })).toEqual([]);
  });

  it.each([
    ['packages/model/src/a.ts', '@groma/geo', "'@groma/geo' may not be imported here: model imports nothing of ours"],
    ['packages/ui/src/a.ts', '@groma/model', 'ui imports nothing of ours'],
    ['packages/geo/src/a.ts', '@groma/protocol', 'geo imports only model'],
    ['apps/web/src/platform/a.ts', '@groma/server', 'web imports only ui, protocol, raster, geo, model'],
    ['apps/server/src/platform/a.ts', '@groma/ui', 'server imports only protocol, raster, geo, style, model'],
    ['bench/a.ts', '@groma/ui', 'bench imports only protocol, model, geo'],
  ])('refuses %s importing %s, even a type of it', (path, specifier, expected) => {
    expect(textsOf({ [path]: `import type { X } from '${specifier}'` })[0]).toContain(expected);
  });

  it('refuses to go past the public door', () => {
    const found = textsOf(
      { 'packages/geo/src/a.ts': "const x = await import('@groma/model/src/id.ts')" },
      { geo: withModel },
    );
    expect(found).toEqual([
      expect.stringContaining("a.ts:1 '@groma/model/src/id.ts' goes past the public door of @groma/model"),
    ]);
  });

  it('allows a second door that the package declares', () => {
    const manifests = {
      web: { dependencies: { '@groma/ui': '*' } },
      ui: { exports: { '.': 'x', './theme.css': 'y' } },
    };
    expect(textsOf({ 'apps/web/src/main.tsx': "import '@groma/ui/theme.css'" }, manifests)).toEqual([]);
  });

  it('refuses a package.json that declares a forbidden package', () => {
    expect(textsOf({}, { ui: withModel })).toEqual([
      expect.stringContaining("packages/ui/package.json:1 declares '@groma/model'"),
    ]);
  });

  it('refuses third-party packages that are not declared', () => {
    const found = textsOf(
      { 'apps/server/src/platform/a.ts': "import pg from 'pg'\nimport { z } from 'zod/v4'" },
      { server: { dependencies: { zod: '4' } } },
    );
    expect(found).toEqual([expect.stringContaining("a.ts:1 'pg' is not declared in apps/server/package.json")]);
  });

  it('lets tests, but not shipped code, use development packages', () => {
    const files = { 'packages/geo/src/a.ts': "import 'vitest'", 'packages/geo/src/a.test.ts': "import 'vitest'" };
    expect(textsOf(files)).toEqual([expect.stringContaining("packages/geo/src/a.ts:1 'vitest' is not declared")]);
  });

  it('lets types come from a development package', () => {
    const manifests = { geo: { devDependencies: { '@types/geojson': '1' } } };
    expect(textsOf({ 'packages/geo/src/a.ts': "import type { Point } from 'geojson'" }, manifests)).toEqual([]);
  });

  it('keeps modules of Node out of code that runs in a browser', () => {
    const files = {
      'packages/geo/src/a.ts': "import 'node:fs'",
      'apps/server/src/platform/a.ts': "import 'node:fs'\nimport 'fs'",
    };
    expect(textsOf(files)).toEqual([
      expect.stringContaining("apps/server/src/platform/a.ts:2 'fs' is a module of Node. Write 'node:fs'"),
      expect.stringContaining("packages/geo/src/a.ts:1 'node:fs' does not exist in a browser"),
    ]);
  });
});

describe('arrows inside an application', () => {
  it('follows main → shell → features → platform', () => {
    const files = {
      'apps/web/src/main.tsx':
        "import './features/map/index.ts'\nimport './features/file/index.ts'\nimport './shell/dock.ts'",
      'apps/web/src/shell/dock.ts': "import '../platform/query.ts'",
      'apps/web/src/features/map/index.ts': "import '../../platform/query.ts'",
      'apps/web/src/features/file/index.ts': '',
      'apps/web/src/platform/query.ts': '',
    };
    expect(textsOf(files)).toEqual([]);
  });

  it.each([
    ['platform', 'features/map', 'platform imports features, which stands above it'],
    ['features/map', 'shell', 'features imports shell, which stands above it'],
    ['shell', '.', 'shell imports main, which stands above it'],
    ['features/map', 'features/file', 'feature map imports feature file'],
  ])('refuses %s → %s', (from, to, expected) => {
    const target = to === '.' ? 'main.ts' : `${to}/b.ts`;
    const depth = '../'.repeat(from.split('/').length);
    const files = {
      [`apps/server/src/${from}/a.ts`]: `import type { X } from '${depth}${target}'`,
      [`apps/server/src/${target}`]: '',
    };
    expect(textsOf(files)).toEqual([expect.stringContaining(expected)]);
  });

  it('finds a worker or a glob of another feature', () => {
    const files = {
      'apps/web/src/features/map/a.ts': "new URL('../file/b.ts', import.meta.url)\nimport.meta.glob('../file/*.ts')",
      'apps/web/src/features/file/b.ts': '',
    };
    expect(textsOf(files)).toHaveLength(2);
  });

  it('lets only main, the sample project and tests name several features', () => {
    const both = "import '../features/map/index.ts'\nimport '../features/file/index.ts'";
    const files = {
      'apps/server/src/shell/a.ts': both,
      'apps/server/src/sample/a.ts': both,
      'apps/server/src/shell/a.test.ts': both,
      'apps/server/test/a.test.ts': both.replaceAll('../', '../src/'),
      'apps/server/src/features/map/index.ts': '',
      'apps/server/src/features/file/index.ts': '',
    };
    expect(textsOf(files)).toEqual([
      expect.stringContaining('apps/server/src/shell/a.ts:2 names the features map and file'),
    ]);
  });

  it('refuses a file on no floor', () => {
    expect(textsOf({ 'apps/web/src/helpers/a.ts': '' })).toEqual([expect.stringContaining('stands on no floor')]);
  });

  it('refuses shipped code that leans on tests', () => {
    const files = { 'apps/server/src/platform/a.ts': "import '../../test/b.ts'", 'apps/server/test/b.ts': '' };
    expect(textsOf(files)).toEqual([expect.stringContaining('belongs to the tests')]);
  });
});

describe('arrows inside a feature that stands on a base', () => {
  const found = (from, to) =>
    textsOf({
      [`apps/web/src/features/map/${from}`]: `import type { X } from './${posix.relative(posix.dirname(from), to)}'`,
      [`apps/web/src/features/map/${to}`]: '',
    });

  it.each([
    ['view/a.ts', 'session/drawing/b.ts'],
    ['sketch/a.ts', 'view/b.ts'],
    ['raster/look/a.ts', 'raster/b.ts'],
    ['session/drawing/a.ts', 'session/b.ts'],
    ['assemble-panel.tsx', 'sketch/b.ts'],
    ['session/a.test.ts', 'sketch/b.ts'],
  ])('lets %s import %s', (from, to) => {
    expect(found(from, to)).toEqual([]);
  });

  it.each([
    ['sketch/a.ts', 'table/b.ts', 'sketch imports table, and siblings of map do not know each other'],
    ['session/a.ts', 'sketch/b.ts', 'session is base of map and imports sketch, which stands on it'],
    ['session/drawing/a.ts', 'view/b.ts', 'session imports view, which stands above it in the base of map (maps,'],
    ['drawer/a.ts', 'index.ts', 'drawer imports a file that puts map together'],
    ['layer/a.ts', 'map-commands.ts', 'layer imports a file that puts map together'],
  ])('refuses %s → %s', (from, to, expected) => {
    expect(found(from, to)).toEqual([expect.stringContaining(expected)]);
  });

  it('leaves features without a base alone', () => {
    const files = {
      'apps/web/src/features/project/a/one.ts': "import '../b/two.ts'",
      'apps/web/src/features/project/b/two.ts': '',
    };
    expect(textsOf(files)).toEqual([]);
  });
});

describe('relative imports', () => {
  it.each([
    ['./b', "'./b' lacks its extension. Write './b.ts'"],
    ['./b.js', "'./b.js' lacks its extension. Write './b.ts'"],
    ['./c', "'./c' is a folder. Write './c/index.ts'"],
    ['./d.ts', "'./d.ts' names no file"],
    ['../../geo/src/x.ts', "'../../geo/src/x.ts' leaves packages/model"],
  ])('refuses %s', (specifier, expected) => {
    const files = {
      'packages/model/src/a.ts': `import '${specifier}'`,
      'packages/model/src/b.ts': '',
      'packages/model/src/c/index.ts': '',
    };
    expect(textsOf(files)).toEqual([expect.stringContaining(expected)]);
  });
});

describe('import cycles', () => {
  it('reports a circle once, with the whole round and the line that starts it', () => {
    const files = {
      'packages/geo/src/a.ts': "\nimport './b.ts'",
      'packages/geo/src/b.ts': "import type { C } from './c.ts'",
      'packages/geo/src/c.ts': "const a = () => import('./a.ts')",
    };
    expect(textsOf(files)).toEqual([
      expect.stringContaining(
        'packages/geo/src/a.ts:2 imports itself in a circle: packages/geo/src/a.ts → packages/geo/src/b.ts → packages/geo/src/c.ts → packages/geo/src/a.ts',
      ),
    ]);
  });

  it('does not take a worker for a circle when it imports the types of its messages', () => {
    const files = {
      'packages/geo/src/a.ts': "new URL('./b.ts', import.meta.url)",
      'packages/geo/src/b.ts': "import type { A } from './a.ts'",
    };
    expect(textsOf(files)).toEqual([]);
  });

  it('finds separate circles and a file that imports itself, and nothing in a tree', () => {
    const graph = new Map([
      ['a', ['b']],
      ['b', ['a', 'c']],
      ['c', []],
      ['d', ['d']],
      ['e', ['a', 'd']],
    ]);
    expect(findImportCycles(graph)).toEqual([['a', 'b'], ['d']]);
  });
});

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin } from 'vite';

const server = process.env['GROMA_SERVER'] ?? 'http://127.0.0.1:4100';

/**
 * Packages of which two copies in one page break `instanceof` or share no state. lib0 is not among them: the block
 * editor brings a later one beside that of yjs, and both must find their own.
 */
const single = [
  'react',
  'react-dom',
  'yjs',
  'y-protocols',
  '@codemirror/state',
  '@codemirror/view',
  '@codemirror/language',
  '@codemirror/commands',
  '@codemirror/autocomplete',
  '@codemirror/search',
  '@deck.gl/core',
  '@luma.gl/core',
];

/**
 * What every page needs comes in two files and not in one for each module, which is fewer requests and packs better.
 */
const firstScreen = [
  {
    name: 'libraries',
    test: /\/node_modules\/(react|react-dom|scheduler|i18next|react-i18next|zustand|@tanstack\/(query-core|react-query))\//,
  },
  {
    name: 'frame',
    test: new RegExp(
      [
        'packages/ui/src/(control/(button|icon-button|segmented)|identity/|feedback/(empty-state|skeleton|spinner|toast)|provider/|first-icons|drawn-icon|texts)',
        'packages/ui/src/overlay/(overlay-parts|overlay-store|menu|tooltip|truncated|context-menu|confirm)\\.tsx?$',
        'apps/web/src/platform/(api|callback|error-text|interface-texts|invitation-link|link|locale|match-path|preference|router|session|stored|text|time-ago|when-idle|frame/(dashboard-frame|language-menu|loaded-part|part-boundary|tenant-switch|user-menu))\\.tsx?$',
        'apps/web/src/registry/(command|dialog|menu-entry|page|resource)\\.ts$',
        'apps/web/src/(platform/takes-text|shell/dialog-host|features/(sample/sample-views|project/project-link))\\.tsx?$',
        'packages/model/src/access/role\\.ts$',
      ].join('|'),
    ),
  },
];

interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null;
}

const own = fileURLToPath(new URL('src/', import.meta.url));
const partsOfWorkspace = [
  ...['workspace-page.tsx', 'start-workspace.ts', 'prepare-workspace.ts'].map((name) => `shell/workspace/${name}`),
  ...['assistant', 'database', 'file', 'machine', 'map', 'notebook', 'operation', 'template', 'workflow'].map(
    (feature) => `features/${feature}/index.ts`,
  ),
].map((path) => own + path);
const pagesOfReaders = ['app.tsx', 'embed.tsx'].map((path) => own + path);

/** Modules of this application that the roots import; with `isLater` also those that are imported when needed. */
function importedBy(roots: readonly string[], graph: ModuleGraph, isLater = false): Set<string> {
  const found = new Set<string>();
  const waiting = [...roots];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id) || !id.startsWith(own)) continue;
    found.add(id);
    const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(id) ?? {};
    waiting.push(...importedIds, ...(isLater ? dynamicallyImportedIds : []));
  }
  return found;
}

const ofPackages = new RegExp(
  [
    'node_modules/zod/',
    'node_modules/@mantine/hooks/esm/(use-debounced-value|utils/clamp)/',
    'packages/ui/src/(control/(check|field-size|select-field|text-field)|feedback/note|icons)\\.',
    'packages/model/src/(color-map|map)/(?!check-|propose-)',
  ].join('|'),
);
const ofPackagesLater = /packages\/(geo\/src\/measure|model\/src\/(color-map|map)\/(?!check-|propose-))/;
let known: { workspace: Set<string>; atOnce: Set<string>; later: Set<string> } | undefined;
const find = (graph: ModuleGraph) =>
  (known ??= {
    workspace: importedBy(partsOfWorkspace, graph),
    atOnce: importedBy(pagesOfReaders, graph),
    later: importedBy(pagesOfReaders, graph, true),
  });

/**
 * What a workspace needs at once comes in a few files and not in two hundred. What pages of publications need of it,
 * at once or later, comes in files of its own: they would fetch all of a workspace for it.
 */
const workspace = [
  {
    name: (id: string, graph: ModuleGraph) => {
      const { workspace: needed, atOnce } = find(graph);
      return (id.startsWith(own) ? needed.has(id) && atOnce.has(id) : ofPackages.test(id)) ? 'shown' : null;
    },
    tags: ['$initial' as const],
  },
  {
    name: 'live',
    test: new RegExp(
      [
        'node_modules/(lib0|yjs|y-protocols)/',
        'packages/model/src/(access/(name|policy)|id|notebook/(?!literal-|parse-)[\\w-]+|operation/operation)\\.',
        'packages/model/src/file/name-clash\\.',
        'packages/protocol/src/(access/plan-reply|call-error|client|endpoint|exact-json|read-reply)\\.',
        'packages/protocol/src/(file/(endpoints|entries)|notebook/(endpoints|room-posts)|operation/endpoints|project/(picture-|share-)?endpoints)\\.',
      ].join('|'),
    ),
  },
  {
    name: (id: string, graph: ModuleGraph) => {
      const { workspace: needed, later } = find(graph);
      const isShared = id.startsWith(own) ? needed.has(id) && later.has(id) : ofPackagesLater.test(id);
      return isShared ? 'shown-later' : null;
    },
  },
  { name: 'overlay', test: /packages\/ui\/src\/overlay\// },
  { name: 'tool', test: /packages\/model\/src\/(tool\/|workflow\/(format-table|general-texts|workflow-texts)\.)/ },
  { name: 'account', test: /packages\/(model|protocol)\/src\/(access|template)\// },
  { name: 'workspace', test: (id: string) => partsOfWorkspace.includes(id) },
];

const scriptQuery = '?frame-script';
const ofOurPackages = [{ test: /\/packages\/\w+\/src\/.*\.tsx?$/, sideEffects: false }];

/** Jupyter's manager of widgets brings a sanitizer, which a frame that reaches nothing has no use for. */
const noSanitizer: Plugin = {
  name: 'no-sanitizer',
  enforce: 'pre',
  resolveId: (id) => (id === 'sanitize-html' ? '\0no-sanitizer' : null),
  load: (id) => (id === '\0no-sanitizer' ? 'export default (source) => source;' : null),
};

/** Gives a module and all that it imports as the text of one script element, for frames that fetch nothing. */
const frameScripts: Plugin = {
  name: 'frame-scripts',
  async load(id) {
    if (!id.endsWith(scriptQuery)) return null;
    const built = await build({
      configFile: false,
      root: fileURLToPath(new URL('.', import.meta.url)),
      logLevel: 'warn',
      define: { 'process.env.NODE_ENV': '"production"' },
      plugins: [noSanitizer],
      build: {
        write: false,
        target: 'es2022',
        minify: true,
        lib: { entry: id.slice(0, -scriptQuery.length), formats: ['iife'], name: 'frame' },
        rolldownOptions: { treeshake: { moduleSideEffects: ofOurPackages } },
      },
    });
    const [script] = [built].flat().flatMap((each) => ('output' in each ? each.output : []));
    if (script?.type !== 'chunk') throw new Error(`${id} gave no script.`);
    // As it may stand in an element of HTML.
    const text = script.code.replaceAll(/<\/(script)/gi, String.raw`<\/$1`).replaceAll('<!--', String.raw`<\!--`);
    return `export default ${JSON.stringify(text)};`;
  },
};

const compressible = /\.(?:css|html|js|json|mjs|svg|wasm)$/;
/** Below this a file is one packet of the network in any case. */
const leastBytes = 1_000;
const compressors = [
  ['.gz', (content: Buffer) => promisify(gzip)(content, { level: 9 })],
  // The next steps up take three and ten times as long, for a twentieth.
  ['.br', (content: Buffer) => promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })],
] as const;

/** Writes each file a second and a third time, as the server sends it to browsers that take it compressed. */
const compressedFiles: Plugin = {
  name: 'compressed-files',
  apply: 'build',
  async writeBundle({ dir }) {
    const entries = await readdir(dir!, { recursive: true, withFileTypes: true });
    const paths = entries.filter(({ name }) => compressible.test(name)).map((each) => join(each.parentPath, each.name));
    await Promise.all(paths.map(compressFile));
  },
};

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < leastBytes) return;
  for (const [extension, compress] of compressors) {
    // oxlint-disable-next-line no-await-in-loop -- one at a time is in memory
    const compressed = await compress(content);
    // oxlint-disable-next-line no-await-in-loop
    if (compressed.length < content.length) await writeFile(path + extension, compressed);
  }
}

export default defineConfig({
  plugins: [react(), frameScripts, compressedFiles],
  build: {
    target: 'es2022',
    chunkSizeWarningLimit: 2500,
    modulePreload: {
      // Every browser with this target preloads modules.
      polyfill: false,
      // Nobody waits for what the dashboard's commands import, so their lists of files to preload are left out of the
      // first screen's scripts. Named by file: project-calls.ts and project-commands.ts of src/features/project.
      resolveDependencies: (_file, needed, { hostId }) =>
        /\/project-(calls|commands)-/.test(hostId) ? needed.filter((path) => path.endsWith('.css')) : needed,
    },
    // Importing one thing of a workspace package must not bring the rest of it (the grid, the formats) to the first
    // screen.
    rolldownOptions: {
      // What was published has pages of its own, which need little of a workspace.
      input: ['index.html', 'embed.html', 'app.html'].map((page) => fileURLToPath(new URL(page, import.meta.url))),
      // The texts of a language are fetched together.
      output: {
        codeSplitting: {
          groups: [
            ...firstScreen,
            {
              name: (id) => {
                const found = /\/src\/locales\/(?!en\/)(\w+)\//.exec(id);
                return found ? `locale-${found[1]}` : null;
              },
            },
            ...workspace,
          ],
        },
      },
      treeshake: { moduleSideEffects: ofOurPackages },
    },
  },
  worker: { format: 'es' },
  // Vega's packages name no door for the files that a page includes.
  resolve: {
    dedupe: single,
    alias: [
      {
        find: /^(vega(?:-lite|-embed)?)\/build\//,
        replacement: fileURLToPath(new URL('../../node_modules/$1/build/', import.meta.url)),
      },
      // The usual decoder begins WebAssembly as soon as it is there, which pages may not.
      {
        find: /^(meshoptimizer)\/decoder$/,
        replacement: fileURLToPath(new URL('../../node_modules/$1/meshopt_decoder_reference.js', import.meta.url)),
      },
    ],
  },
  server: {
    proxy: {
      ...Object.fromEntries(['/api', '/maps', '/tiles', '/files'].map((path) => [path, { target: server }])),
      // Pages of the hub, which the server makes; the landing page of the application is /hub itself.
      '^/(hub/|[a-z]{2}/hub([/?]|$))': { target: server },
      '/parties': { target: server, ws: true },
    },
  },
});

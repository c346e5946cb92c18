import type { StreamParser } from '@codemirror/language';
import type { Extension } from '@codemirror/state';

/**
 * A language of the editor: its name as people write it, the extensions of its files, and its grammar, brought when it
 * is wished for.
 */
export interface Language {
  name: string;
  extensions: readonly string[];
  load(): Promise<Extension>;
}

/** A grammar of the older kind, which reads line by line. */
const legacy = async (parser: Promise<StreamParser<unknown>>): Promise<Extension> => {
  const [{ StreamLanguage }, found] = await Promise.all([import('@codemirror/language'), parser]);
  return StreamLanguage.define(found);
};

const javascript = (options: { jsx?: boolean; typescript?: boolean }) => async (): Promise<Extension> =>
  (await import('@codemirror/lang-javascript')).javascript(options);

export const languages: readonly Language[] = [
  {
    name: 'Python',
    extensions: ['py', 'pyw', 'pyi'],
    load: async () => (await import('@codemirror/lang-python')).python(),
  },
  { name: 'JavaScript', extensions: ['js', 'mjs', 'cjs', 'jsx'], load: javascript({ jsx: true }) },
  { name: 'TypeScript', extensions: ['ts', 'mts', 'cts'], load: javascript({ typescript: true }) },
  { name: 'TypeScript JSX', extensions: ['tsx'], load: javascript({ typescript: true, jsx: true }) },
  {
    name: 'JSON',
    extensions: ['json', 'geojson', 'topojson', 'ipynb', 'jsonl', 'ndjson', 'webmanifest'],
    load: async () => (await import('@codemirror/lang-json')).json(),
  },
  { name: 'SQL', extensions: ['sql', 'pgsql'], load: async () => (await import('@codemirror/lang-sql')).sql() },
  {
    name: 'Markdown',
    extensions: ['md', 'markdown'],
    load: async () => (await import('@codemirror/lang-markdown')).markdown(),
  },
  {
    name: 'HTML',
    extensions: ['html', 'htm', 'xhtml'],
    load: async () => (await import('@codemirror/lang-html')).html(),
  },
  { name: 'CSS', extensions: ['css'], load: async () => (await import('@codemirror/lang-css')).css() },
  {
    name: 'XML',
    extensions: ['xml', 'kml', 'gml', 'gpx', 'svg', 'sld', 'qml', 'qgs', 'xsd', 'xsl', 'vrt', 'wsdl'],
    load: async () => (await import('@codemirror/lang-xml')).xml(),
  },
  { name: 'YAML', extensions: ['yml', 'yaml'], load: async () => (await import('@codemirror/lang-yaml')).yaml() },
  {
    name: 'R',
    extensions: ['r', 'rprofile'],
    load: () => legacy(import('@codemirror/legacy-modes/mode/r').then(({ r }) => r)),
  },
  {
    name: 'Julia',
    extensions: ['jl'],
    load: () => legacy(import('@codemirror/legacy-modes/mode/julia').then(({ julia }) => julia)),
  },
  {
    name: 'Shell',
    extensions: ['sh', 'bash', 'zsh', 'env'],
    load: () => legacy(import('@codemirror/legacy-modes/mode/shell').then(({ shell }) => shell)),
  },
  {
    name: 'TOML',
    extensions: ['toml'],
    load: () => legacy(import('@codemirror/legacy-modes/mode/toml').then(({ toml }) => toml)),
  },
  {
    name: 'Properties',
    extensions: ['ini', 'cfg', 'conf', 'properties'],
    load: () => legacy(import('@codemirror/legacy-modes/mode/properties').then(({ properties }) => properties)),
  },
  {
    name: 'Dockerfile',
    extensions: ['dockerfile'],
    load: () => legacy(import('@codemirror/legacy-modes/mode/dockerfile').then(({ dockerFile }) => dockerFile)),
  },
  {
    name: 'C',
    extensions: ['c', 'h'],
    load: () => legacy(import('@codemirror/legacy-modes/mode/clike').then(({ c }) => c)),
  },
  {
    name: 'C++',
    extensions: ['cpp', 'cc', 'cxx', 'hpp', 'hh'],
    load: () => legacy(import('@codemirror/legacy-modes/mode/clike').then(({ cpp }) => cpp)),
  },
  {
    name: 'Java',
    extensions: ['java'],
    load: () => legacy(import('@codemirror/legacy-modes/mode/clike').then(({ java }) => java)),
  },
  {
    name: 'Go',
    extensions: ['go'],
    load: () => legacy(import('@codemirror/legacy-modes/mode/go').then(({ go }) => go)),
  },
  {
    name: 'Rust',
    extensions: ['rs'],
    load: () => legacy(import('@codemirror/legacy-modes/mode/rust').then(({ rust }) => rust)),
  },
  {
    name: 'Lua',
    extensions: ['lua'],
    load: () => legacy(import('@codemirror/legacy-modes/mode/lua').then(({ lua }) => lua)),
  },
];

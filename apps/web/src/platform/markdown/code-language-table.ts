import type { Language, StreamParser } from '@codemirror/language';

type Load = () => Promise<Language>;

const legacy = async (parser: Promise<StreamParser<unknown>>): Promise<Language> => {
  const [{ StreamLanguage }, found] = await Promise.all([import('@codemirror/language'), parser]);
  return StreamLanguage.define(found);
};

const python: Load = async () => (await import('@codemirror/lang-python')).pythonLanguage;
const javascript: Load = async () => (await import('@codemirror/lang-javascript')).jsxLanguage;
const typescript: Load = async () => (await import('@codemirror/lang-javascript')).tsxLanguage;
const json: Load = async () => (await import('@codemirror/lang-json')).jsonLanguage;
const sql: Load = async () => (await import('@codemirror/lang-sql')).PostgreSQL.language;
const html: Load = async () => (await import('@codemirror/lang-html')).htmlLanguage;
const css: Load = async () => (await import('@codemirror/lang-css')).cssLanguage;
const xml: Load = async () => (await import('@codemirror/lang-xml')).xmlLanguage;
const yaml: Load = async () => (await import('@codemirror/lang-yaml')).yamlLanguage;
const r: Load = () => legacy(import('@codemirror/legacy-modes/mode/r').then((mode) => mode.r));
const shell: Load = () => legacy(import('@codemirror/legacy-modes/mode/shell').then((mode) => mode.shell));

/** Grammars by the words behind the fences of Markdown, each brought when it is needed. */
export const codeLanguages: ReadonlyMap<string, Load> = new Map([
  ['python', python],
  ['py', python],
  ['javascript', javascript],
  ['js', javascript],
  ['jsx', javascript],
  ['typescript', typescript],
  ['ts', typescript],
  ['tsx', typescript],
  ['json', json],
  ['geojson', json],
  ['sql', sql],
  ['html', html],
  ['css', css],
  ['xml', xml],
  ['yaml', yaml],
  ['yml', yaml],
  ['r', r],
  ['bash', shell],
  ['sh', shell],
  ['shell', shell],
]);

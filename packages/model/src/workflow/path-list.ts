import { workflowFormat, workflowFormats, type WorkflowDataType } from './format-table.ts';
import { workflowText, type WorkflowText } from './workflow-texts.ts';

/** The paths of an input node: parted at commas, without spaces around them, without empty ones (WFL-117). */
export function splitIncludedPaths(text: string): string[] {
  return partsOf(text, /,/);
}

/** The paths that an input node leaves out: parted at commas and ends of lines (WFL-118). */
export function splitExcludedPaths(text: string): string[] {
  return partsOf(text, /[,\n]/);
}

function partsOf(text: string, separator: RegExp): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Adds paths to a list that has them as text, each once (WFL-073). */
export function withPaths(text: string, added: readonly string[]): string {
  return [...new Set([...splitIncludedPaths(text), ...added])].join(', ');
}

/**
 * What is wrong with a list of paths, as texts that say which: "Path 2: …" counts from 1. `type` and `format` are
 * what the files must be; any file will do for `any`. Empty where all is well.
 */
export function pathProblems(paths: readonly string[], type: WorkflowDataType, format: string | null): WorkflowText[] {
  return paths.flatMap((path, at) => {
    const problem = problemOf(path.trim(), type, format);
    return problem === null ? [] : [workflowText('path.at', { number: at + 1, problem })];
  });
}

function problemOf(path: string, type: WorkflowDataType, format: string | null): WorkflowText | null {
  if (path === '') return workflowText('path.empty');
  if (!path.startsWith('/data/')) return workflowText('path.start');
  const parts = path.slice('/data/'.length).split('/');
  const last = parts.at(-1)!;
  if (last === '' && parts.length < 2) return workflowText('path.folder');
  if (parts.slice(0, -1).includes('')) return workflowText('path.slashes');
  if (parts.slice(0, -1).some((part) => part.includes('*')) || last.split('*').length > 2)
    return workflowText('path.star');
  if (last === '') return null;
  const extension = extensionOf(last);
  if (extension === null) return last.includes('*') ? workflowText('path.pattern') : workflowText('path.extension');
  return extensionProblem(last, extension, type, format);
}

/** The ending of a name in lower case, with its dot; null without one. */
function extensionOf(name: string): string | null {
  const dot = name.lastIndexOf('.');
  return dot < 0 || dot === name.length - 1 || name.slice(dot).includes('*') ? null : name.slice(dot).toLowerCase();
}

function extensionProblem(
  name: string,
  extension: string,
  type: WorkflowDataType,
  format: string | null,
): WorkflowText | null {
  const wanted = workflowFormat(type, format);
  const expected = wanted ? wanted.extensions : [...new Set(workflowFormats[type].flatMap((each) => each.extensions))];
  if (expected.length > 0 && !expected.includes(extension))
    return workflowText('path.wrongExtension', {
      type: wanted?.name ?? workflowText(`type.${type}`),
      extensions: expected.join(', '),
    });
  if (type === 'tiled-3d' && wanted?.id === '3dtiles' && !/tileset/i.test(name) && !name.includes('*'))
    return workflowText('path.tileset');
  return null;
}

/** Whether a folder for results is empty (that of the source) or written as `/data/…/` (WFL-084). */
export function isOutputFolder(path: string): boolean {
  return path === '' || (path.startsWith('/data/') && path.endsWith('/') && !path.includes('//'));
}

import { toolTexts, workflowTexts } from '@groma/model';

/**
 * The English of every noun that the first screen does not speak: one part of the application, and no file for each
 * noun.
 */
export const laterTexts: Readonly<Record<string, Record<string, unknown>>> = {
  ...import.meta.glob<Record<string, unknown>>(
    ['../locales/en/*.json', '!../locales/en/{access,error,input,project,shell,ui}.json'],
    { eager: true, import: 'default' },
  ),
  '../locales/en/tool.json': asTree(toolTexts()),
  '../locales/en/workflow-text.json': asTree(workflowTexts()),
};

/** Texts by the paths of their keys, as a file of a noun has them. */
function asTree(texts: ReadonlyMap<string, string>): Record<string, unknown> {
  const tree: Record<string, Record<string, string>> = {};
  for (const [key, text] of texts) {
    const at = key.indexOf('.');
    (tree[key.slice(0, at)] ??= {})[key.slice(at + 1)] = text;
  }
  return tree;
}

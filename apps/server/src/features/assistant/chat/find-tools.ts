import { z } from 'zod';
import { mcpTool, type McpTool } from '../mcp/mcp-tool.ts';
import type { ChatTool } from './chat-tools.ts';

const mostFound = 12;

/** The name of the tool that finds the tools which are not defined from the beginning. */
export const finderName = 'find_tools';

/**
 * A tool that finds geodata tools by words. Definitions of all would fill the window of a small model, so that those
 * which it has found are defined from then on.
 */
export function toolFinder(hidden: readonly ChatTool[]): McpTool {
  return mcpTool({
    name: finderName,
    description:
      'Find tools of the toolbox that make, measure, join, convert or analyse geodata (buffer, clip, dissolve, ' +
      'isochrone, zonal statistics, …) by words. The tools it lists can be called from then on.',
    isReading: true,
    input: z.object({ words: z.string().min(1).max(200) }),
    run: ({ words }) => {
      const wanted = wordsOf(words);
      const found = hidden
        .map((each) => ({ each, score: scoreOf(each, wanted) }))
        .filter(({ score }) => score > 0)
        .toSorted((a, b) => b.score - a.score)
        .slice(0, mostFound)
        .map(({ each: { name, description } }) => ({ name, description }));
      return Promise.resolve(found.length > 0 ? found : { none: hidden.map(({ name }) => name).join(', ') });
    },
  });
}

/** Names of the tools that answers of the finder list. */
export function namesFound(output: unknown): string[] {
  return Array.isArray(output) ? output.flatMap((each) => ((each as { name?: string }).name ?? []) as string | []) : [];
}

function scoreOf({ name, description }: ChatTool, wanted: readonly string[]): number {
  const [ofName, ofText] = [wordsOf(name), wordsOf(description)];
  return wanted.reduce(
    (sum, word) =>
      sum +
      (ofName.some((each) => each.startsWith(word) || word.startsWith(each)) ? 4 : 0) +
      (ofText.some((each) => each.startsWith(word)) ? 1 : 0),
    0,
  );
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2);
}

import type { ComponentType } from 'react';

/** What draws a result of a tool of the assistant in its answer, and whatever else has the form of one. */
export interface ResultView {
  /** The name of the tool. */
  tool: string;
  load(): Promise<{ ResultPicture: ComponentType<{ output: unknown }> }>;
}

const views = new Map<string, ResultView>();

/** Adds what draws the results of a tool, or takes the place of what did. */
export function registerResultView(view: ResultView): void {
  views.set(view.tool, view);
}

/** What draws the results of a tool; undefined for those that are shown as text alone. */
export function findResultView(tool: string): ResultView | undefined {
  return views.get(tool);
}

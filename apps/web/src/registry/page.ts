import type { ComponentType } from 'react';

/** What a page gets: the parts of its path that its pattern names. */
export interface PageProps {
  params: Readonly<Record<string, string>>;
}

export interface Page {
  /** As `/workspaces/:projectId` or `/auth/*`. */
  path: string;
  /** `anyone`: shown whoever comes; `signed-in`: only past the gate. */
  access: 'anyone' | 'signed-in';
  /** Loaded when the browser rests, for whoever is signed in. */
  isLikelyNext?: boolean;
  load: () => Promise<{ Page: ComponentType<PageProps> }>;
}

const pages: Page[] = [];

/** Adds a page; the first whose pattern fits is shown. */
export function registerPage(page: Page): void {
  pages.push(page);
}

export function listPages(): readonly Page[] {
  return pages;
}

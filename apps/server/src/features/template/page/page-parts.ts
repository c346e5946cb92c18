import type { PublicAnswers } from '../../../platform/http/public-answers.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { NotebooksOfHub } from '../hub/notebooks-of-hub.ts';
import type { TemplateRecords } from '../hub/template-records.ts';

/** What the pages of the hub are made of. */
export interface PageParts {
  platform: Platform;
  records: TemplateRecords;
  notebooks: NotebooksOfHub;
  cache: PublicAnswers;
}

/** Type of every page. */
export const pageType = 'text/html; charset=utf-8';

import { useProject } from '../session.ts';
import { useText } from '../text.ts';
import { useChosenModel } from './use-models.ts';
import { useProQueries } from './use-pro-queries.ts';
import './queries-left.css';

/** How many questions are left to the model that is chosen: of Pro models a number, of Free ones any (AIA-022). */
export function QueriesLeft() {
  const t = useText();
  const project = useProject();
  const { chosen } = useChosenModel();
  const queries = useProQueries(project.id, chosen?.isPro ?? false);
  if (!chosen || (chosen.isPro && !queries)) return null;
  return (
    <span className="queries-left" data-none={queries?.left === 0 || undefined}>
      {chosen.isPro ? t('assistant.proQueriesLeft', { left: queries?.left ?? 0 }) : t('assistant.unlimited')}
    </span>
  );
}

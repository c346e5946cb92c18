import { useProject } from '../session.ts';
import { useText } from '../text.ts';
import { useProQueries } from './use-pro-queries.ts';
import './queries-left.css';

/** How many questions are left this month: to Pro models a number, to Free ones any (AIA-022). */
export function QueriesLeft({ isPro }: { isPro: boolean }) {
  const t = useText();
  const project = useProject();
  const queries = useProQueries(project.id, isPro);
  if (isPro && !queries) return null;
  return (
    <span className="queries-left" data-none={queries?.left === 0 || undefined}>
      {isPro ? t('assistant.proQueriesLeft', { left: queries?.left ?? 0 }) : t('assistant.unlimited')}
    </span>
  );
}

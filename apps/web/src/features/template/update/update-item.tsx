import { SparklesIcon } from '@groma/ui';
import { sessionStore } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { act } from '../../../registry/menu-entry.ts';
import { newerVersion, useTemplateSource } from '../../../registry/template-source.ts';
import { showUpdate } from './update-command.tsx';

/** In the bottom bar: a newer version is out of what the workspace was made of. */
export function UpdateItem() {
  const projectId = sessionStore(({ project }) => project?.id);
  return projectId === undefined ? null : <Item key={projectId} projectId={projectId} />;
}

function Item({ projectId }: { projectId: string }) {
  const t = useText();
  const source = useTemplateSource(projectId);
  const version = source ? newerVersion(source) : null;
  if (version === null) return null;
  return (
    <button type="button" className="status-bar-button" onClick={() => act(showUpdate, undefined)}>
      <SparklesIcon size={14} />
      {t('template.update.isOut', { version })}
    </button>
  );
}

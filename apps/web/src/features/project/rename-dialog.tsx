import type { Project } from '../../platform/session.ts';
import { useText } from '../../platform/text.ts';
import { KeptRenameDialog } from '../../platform/unsaved/kept-rename-dialog.tsx';
import type { DialogHostProps } from '../../registry/dialog.ts';
import { changeProject } from './project-calls.ts';

/** 1 to 120 characters without slash, backslash or control characters: the server's rule for titles. */
const namePattern = /^[^\p{Cc}/\\]{1,120}$/u;

/** Gives a workspace another name. */
export function ProjectRename({ project, ...host }: DialogHostProps & { project: Project }) {
  const t = useText();
  return (
    <KeptRenameDialog
      place={`project-name.${project.id}`}
      {...host}
      name={project.name}
      pattern={namePattern}
      onConfirm={async (name) => {
        await changeProject(project.id, { name });
      }}
      texts={{
        title: t('project.renameTitle', { name: project.name }),
        label: t('project.name'),
        invalid: t('project.nameInvalid'),
        hint: t('project.nameHint'),
      }}
    />
  );
}

import { accessLevels, type AccessLevel } from '@groma/model';
import { BuildingIcon, SelectField, toast, WorldIcon } from '@groma/ui';
import { useState } from 'react';
import { errorText } from '../../platform/api.ts';
import type { Project } from '../../platform/session.ts';
import { useText } from '../../platform/text.ts';
import { levelOf } from './access-text.ts';
import { changeProject, type ProjectChange } from './project-calls.ts';

/** What members of the organisation, and anyone with an account, may do without being named. */
export function ShareLevels({ project }: { project: Project }) {
  const t = useText();
  const [isSaving, setSaving] = useState(false);
  const options = accessLevels.toReversed().map((value) => ({ value, label: t(`project.levels.${value}`) }));
  const change = async (wanted: ProjectChange) => {
    setSaving(true);
    try {
      await changeProject(project.id, wanted);
    } catch (error) {
      toast.error(errorText(error), { title: t('project.accessNotChanged') });
    } finally {
      setSaving(false);
    }
  };
  const field = (label: string, stored: string, onChange: (level: AccessLevel) => void) => (
    <SelectField aria-label={label} value={levelOf(stored)} options={options} onChange={onChange} disabled={isSaving} allowDeselect={false} />
  );
  return (
    <div className="share-levels">
      <div><BuildingIcon /><span>{t('project.everyoneIn', { tenant: project.tenant_name })}</span>{field(t('project.everyoneIn', { tenant: project.tenant_name }), project.tenant_access, (level) => { void change({ tenant_access: level }); })}</div>
      <div><WorldIcon /><span>{t('project.anyoneSignedIn')}</span>{field(t('project.anyoneSignedIn'), project.general_access, (level) => { void change({ general_access: level }); })}</div>
      <p>{t('project.leastCounts')}</p>
    </div>
  );
}

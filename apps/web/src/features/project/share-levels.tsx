import { accessLevels, type AccessLevel } from '@groma/model';
import { BuildingIcon, SelectField, toast, WorldIcon } from '@groma/ui';
import { useState } from 'react';
import { errorText } from '../../platform/api.ts';
import { useText } from '../../platform/text.ts';
import { changeProject, type ProjectChange } from './project-calls.ts';
import type { ProjectAccess } from './share-calls.ts';

interface ShareLevelsProps {
  projectId: string;
  access: ProjectAccess;
  mayShare: boolean;
}

/** What members of the tenant, and anyone with an account, may do without being named. */
export function ShareLevels({ projectId, access, mayShare }: ShareLevelsProps) {
  const t = useText();
  const [isSaving, setSaving] = useState(false);
  const options = accessLevels.toReversed().map((value) => ({ value, label: t(`project.levels.${value}`) }));
  const change = async (wanted: ProjectChange) => {
    setSaving(true);
    try {
      await changeProject(projectId, wanted);
    } catch (error) {
      toast.error(errorText(error), { title: t('project.accessNotChanged') });
    } finally {
      setSaving(false);
    }
  };
  const field = (label: string, value: AccessLevel, onChange: (level: AccessLevel) => void) => (
    <SelectField
      aria-label={label}
      value={value}
      options={options}
      onChange={onChange}
      disabled={isSaving || !mayShare}
      allowDeselect={false}
    />
  );
  const everyone = t('project.everyoneIn', { tenant: access.tenant.name });
  return (
    <div className="share-levels">
      <div>
        <BuildingIcon />
        <span>{everyone}</span>
        {field(everyone, access.tenant_access, (level) => {
          void change({ tenant_access: level });
        })}
      </div>
      <div>
        <WorldIcon />
        <span>{t('project.anyoneSignedIn')}</span>
        {field(t('project.anyoneSignedIn'), access.general_access, (level) => {
          void change({ general_access: level });
        })}
      </div>
      <p>{access.general_access === 'RESTRICTED' ? t('project.leastCounts') : t('project.isPublic')}</p>
    </div>
  );
}

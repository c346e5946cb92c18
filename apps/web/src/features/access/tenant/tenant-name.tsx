import { titleSchema } from '@groma/model';
import { Button, TextField } from '@groma/ui';
import { useState } from 'react';
import { inputText } from '../../../platform/error-text.ts';
import { useText } from '../../../platform/text.ts';
import { useSave } from '../use-save.ts';
import { renameTenant, type TenantDetail } from './tenant-calls.ts';

/** Gives the tenant another name. */
export function TenantName({ detail }: { detail: TenantDetail }) {
  const t = useText();
  const [name, setName] = useState(detail.name);
  const { isSaving, save, refusal, setFailure } = useSave({});
  const submit = () => {
    const parsed = titleSchema.safeParse(name);
    if (!parsed.success) return setFailure({ field: null, text: inputText(parsed.error.issues[0]?.message ?? '') });
    void save(() => renameTenant(detail.id, parsed.data), t('access.saved'));
  };
  const isPlanOver = detail.outcome !== 'NO_ERROR';
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextField
        label={t('tenant.name')}
        value={name}
        error={refusal}
        maxLength={120}
        disabled={isPlanOver}
        hint={isPlanOver ? t('access.needsPlan') : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" loading={isSaving} disabled={name.trim() === detail.name || isPlanOver}>
        {t('access.save')}
      </Button>
    </form>
  );
}

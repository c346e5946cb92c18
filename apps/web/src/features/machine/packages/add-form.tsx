import type { PackageChange } from '@groma/protocol';
import { Button, Check, Note, TextField } from '@groma/ui';
import { useState } from 'react';
import { useText } from '../../../platform/text.ts';
import { splitNames } from './split-names.ts';

interface AddFormProps {
  hasIndex: boolean;
  isBusy: boolean;
  /** Whether it was begun. */
  onChange(change: Partial<PackageChange>): Promise<boolean>;
}

/** Installs packages by name, from the index or from wheels in /data. */
export function AddForm({ hasIndex, isBusy, onChange }: AddFormProps) {
  const t = useText();
  const [text, setText] = useState('');
  const [isOffline, setOffline] = useState(false);
  const names = splitNames(text);
  return (
    <form
      className="packages-add"
      onSubmit={(event) => {
        event.preventDefault();
        if (names.length === 0 || isBusy) return;
        void onChange({ requirements: names, isOffline }).then((hasBegun) => {
          if (hasBegun) setText('');
        });
      }}
    >
      <TextField
        label={t('packages.add')}
        hint={t('packages.addHint')}
        spellCheck={false}
        autoComplete="off"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
        }}
      />
      {hasIndex ? (
        <Check checked={isOffline} onChange={setOffline}>
          {t('packages.offline')}
        </Check>
      ) : (
        <Note>{t('packages.noIndex')}</Note>
      )}
      <Button type="submit" variant="primary" fullWidth loading={isBusy} disabled={names.length === 0}>
        {t('packages.install')}
      </Button>
    </form>
  );
}

import { parseDay } from '@groma/model';
import type { OfferedTool, QueryField } from '@groma/protocol';
import { Button, Check, Dialog, NumberField, SelectField, TextArea, TextField, toast } from '@groma/ui';
import { useState } from 'react';
import { errorText } from '../platform/api.ts';
import { useText } from '../platform/text.ts';
import type { DialogHostProps } from './dialog.ts';
import './offer-tool-dialog.css';

/** What people write of a tool. */
export interface OfferedTexts {
  title: string;
  description: string;
  heading: string;
}

interface OfferToolProps extends DialogHostProps {
  /** What becomes the tool, in a sentence. */
  text: string;
  title: string;
  /** The tool that it is already. */
  known: OfferedTool | undefined;
  /** The parameters of a query; nothing for a notebook, which has them itself. */
  fields?: readonly QueryField[];
  onOffer: (texts: OfferedTexts, fields: QueryField[]) => Promise<unknown>;
  onWithdraw: () => Promise<unknown>;
}

/** Offers a notebook or a query as a tool of the workspace, or withdraws it (TOL-001). */
export function OfferToolDialog({
  opened,
  onClose,
  text,
  title,
  known,
  fields: proposed = [],
  onOffer,
  onWithdraw,
}: OfferToolProps) {
  const t = useText();
  const [texts, setTexts] = useState<OfferedTexts>({
    title: known?.title ?? title,
    description: known?.description ?? '',
    heading: known?.heading ?? '',
  });
  const [fields, setFields] = useState<readonly QueryField[]>(proposed);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const act = async (does: () => Promise<unknown>, said: string) => {
    if (isBusy) return;
    setBusy(true);
    try {
      await does();
      toast.success(said);
      onClose();
    } catch (error) {
      setFailure(errorText(error));
      setBusy(false);
    }
  };
  const named = { ...texts, title: texts.title.trim() };
  const set = (change: Partial<OfferedTexts>) => setTexts({ ...texts, ...change });
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('function.offer')}
      onSubmit={() => {
        if (named.title !== '')
          void act(() => onOffer(named, [...fields]), t('function.offered', { title: named.title }));
      }}
      foot={
        <>
          {known && (
            <Button
              variant="quiet"
              onClick={() => void act(onWithdraw, t('function.withdrawn', { title: known.title }))}
            >
              {t('function.withdraw')}
            </Button>
          )}
          <Button onClick={onClose}>{t('function.cancel')}</Button>
          <Button
            type="submit"
            variant="primary"
            loading={isBusy}
            disabled={named.title === '' || fields.some(isWrongDay)}
          >
            {t('function.offerThis')}
          </Button>
        </>
      }
    >
      <div className="offer-tool">
        <p>{text}</p>
        <TextField
          label={t('function.offerTitle')}
          maxLength={120}
          value={texts.title}
          data-autofocus
          error={failure}
          onChange={(event) => set({ title: event.currentTarget.value })}
        />
        <TextArea
          label={t('function.offerDescription')}
          maxLength={2_000}
          value={texts.description}
          onChange={(event) => set({ description: event.currentTarget.value })}
        />
        <TextField
          label={t('function.offerHeading')}
          maxLength={100}
          value={texts.heading}
          placeholder={t('function.ownTools')}
          onChange={(event) => set({ heading: event.currentTarget.value })}
        />
        {fields.map((field, at) => (
          <FieldRow
            key={field.name}
            field={field}
            onChange={(changed) => setFields(fields.map((each, place) => (place === at ? changed : each)))}
          />
        ))}
      </div>
    </Dialog>
  );
}

function isWrongDay(field: QueryField): boolean {
  return field.type === 'date' && field.default !== '' && parseDay(field.default) === null;
}

const emptyDefaults = { number: 0, string: '', boolean: false, date: '' } as const;

/** A parameter of a query: what it is called, its type, and what stands in the form. */
function FieldRow({ field, onChange }: { field: QueryField; onChange: (field: QueryField) => void }) {
  const t = useText();
  return (
    <fieldset className="offer-tool-field">
      <legend>
        <code>${field.name}</code>
      </legend>
      <TextField
        size="s"
        label={t('function.parameterLabel')}
        maxLength={200}
        value={field.label}
        onChange={(event) => onChange({ ...field, label: event.currentTarget.value })}
      />
      <SelectField
        size="s"
        label={t('function.parameterType')}
        value={field.type}
        options={(['number', 'string', 'date', 'boolean'] as const).map((type) => ({
          value: type,
          label: t(`function.parameterTypes.${type}`),
        }))}
        onChange={(type: QueryField['type']) =>
          onChange({ name: field.name, label: field.label, type, default: emptyDefaults[type] } as QueryField)
        }
      />
      {field.type === 'boolean' ? (
        <Check checked={field.default} onChange={(wanted) => onChange({ ...field, default: wanted })}>
          {t('function.parameterDefault')}
        </Check>
      ) : field.type === 'number' ? (
        <NumberField
          size="s"
          label={t('function.parameterDefault')}
          value={field.default}
          onChange={(wanted) => onChange({ ...field, default: wanted ?? 0 })}
        />
      ) : (
        <TextField
          size="s"
          label={t('function.parameterDefault')}
          value={field.default}
          error={isWrongDay(field) ? t('function.dayMissing') : undefined}
          onChange={(event) => onChange({ ...field, default: event.currentTarget.value })}
        />
      )}
    </fieldset>
  );
}

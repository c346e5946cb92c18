import { isOutputFolder, savedEndings } from '@groma/model';
import { NumberField, Segmented, SelectField } from '@groma/ui';
import { useText } from '../../../platform/text.ts';
import { BoundField } from './bound-field.tsx';
import type { FieldsProps } from './general-fields.tsx';
import { WrittenField } from '../../../platform/live-text/written-field.tsx';

/** Which files a loop goes through, and how many at once. */
export function FilesFields({ node: { data }, parameters, isEditable, change }: FieldsProps<'files'>) {
  const t = useText();
  return (
    <>
      <BoundField
        label={t('workflow.pattern')}
        value={data.pattern}
        parameters={parameters.filter(({ type }) => type === 'text')}
        isEditable={isEditable}
        own=""
        onChange={(pattern) => change({ pattern })}
      >
        <WrittenField
          label={t('workflow.pattern')}
          hint={t('workflow.patternHint')}
          maxLength={1_000}
          value={typeof data.pattern === 'string' ? data.pattern : ''}
          readOnly={!isEditable}
          onWrite={(pattern, before) => change({ pattern }, { pattern: before })}
        />
      </BoundField>
      <NumberField
        label={t('workflow.atOnce')}
        value={data.atOnce}
        min={1}
        max={4}
        allowDecimal={false}
        disabled={!isEditable}
        onChange={(atOnce) => atOnce !== null && change({ atOnce })}
      />
    </>
  );
}

/** What becomes of the results of all files. */
export function CollectFields({ node: { data }, parameters, isEditable, change }: FieldsProps<'collect'>) {
  const t = useText();
  const folder = typeof data.folder === 'string' ? data.folder : '';
  return (
    <>
      <Segmented
        label={t('workflow.collectTo')}
        size="s"
        fullWidth
        value={data.to}
        options={[
          { value: 'merge', label: t('workflow.collectMerge'), disabled: !isEditable },
          { value: 'files', label: t('workflow.collectFiles'), disabled: !isEditable },
        ]}
        onChange={(to) => change({ to })}
      />
      {data.to === 'files' && (
        <>
          <BoundField
            label={t('workflow.collectFolder')}
            value={data.folder}
            parameters={parameters.filter(({ type }) => type === 'text')}
            isEditable={isEditable}
            own=""
            onChange={(chosen) => change({ folder: chosen })}
          >
            <WrittenField
              label={t('workflow.collectFolder')}
              hint={t('workflow.collectFolderHint')}
              error={isOutputFolder(folder) ? undefined : t('workflow.folderHint')}
              maxLength={1_000}
              value={folder}
              readOnly={!isEditable}
              onWrite={(typed, before) => change({ folder: typed }, { folder: before })}
            />
          </BoundField>
          <SelectField
            label={t('workflow.format')}
            options={[...savedEndings]}
            value={data.ending}
            disabled={!isEditable}
            onChange={(ending) => change({ ending })}
          />
        </>
      )}
    </>
  );
}

import {
  extentIn,
  rasterCompressions,
  rasterResamplings,
  type ConversionOptions,
  type RasterResampling,
  type WorkflowNodeOf,
} from '@groma/model';
import { Check, NumberField, SelectField, TextField } from '@groma/ui';
import { useState } from 'react';
import { useText } from '../../../platform/text.ts';
import { fieldLabel } from '../../../registry/tool-words.ts';

interface RasterOptionsProps {
  data: WorkflowNodeOf<'conversion'>['data'];
  isEditable: boolean;
  change: (change: { options: ConversionOptions }) => void;
}

/** Stands for what is as it always was. */
const automatic = ' automatic';

/** How a conversion writes rasters, and draws features as one; what is left empty is as it always was. */
export function RasterOptions({ data, isEditable, change }: RasterOptionsProps) {
  const t = useText();
  const options = data.options ?? {};
  const set = (part: { [Name in keyof ConversionOptions]: ConversionOptions[Name] | undefined }) =>
    change({
      options: Object.fromEntries(
        Object.entries({ ...options, ...part }).filter(([, value]) => value !== undefined),
      ) as ConversionOptions,
    });
  const usual = { value: automatic, label: t('solid.automatic') };
  return (
    <fieldset className="workflow-fields" disabled={!isEditable}>
      <SelectField
        label={t('file.viewer.compression')}
        options={[
          usual,
          ...rasterCompressions.map((each) => ({
            value: each as string,
            label: each === 'none' ? t('raster.nodataNone') : each.toUpperCase(),
          })),
        ]}
        value={options.compression ?? automatic}
        disabled={!isEditable}
        onChange={(chosen) => set({ compression: rasterCompressions.find((each) => each === chosen) })}
      />
      <SelectField
        label={t('raster.resampling')}
        options={[
          usual,
          ...rasterResamplings.map((each) => ({ value: each as string, label: t(`raster.resamplings.${each}`) })),
        ]}
        value={options.resampling ?? automatic}
        disabled={!isEditable}
        onChange={(chosen) => set({ resampling: chosen === automatic ? undefined : (chosen as RasterResampling) })}
      />
      <NumberField
        label={t('raster.facts.resolution')}
        value={options.resolution ?? null}
        min={0}
        onChange={(side) => set({ resolution: side !== null && side > 0 ? side : undefined })}
      />
      <NumberField
        label={t('raster.nodata')}
        value={options.nodata ?? null}
        onChange={(nodata) => set({ nodata: nodata ?? undefined })}
      />
      {data.inputType === 'vector' && (
        <>
          <TextField
            label={fieldLabel({ name: 'attribute' }, t)}
            value={options.attribute ?? ''}
            maxLength={200}
            onChange={({ currentTarget: { value } }) => set({ attribute: value === '' ? undefined : value })}
          />
          <ExtentText extent={options.extent} onChange={(extent) => set({ extent })} />
        </>
      )}
      {data.outputFormat === 'cog' && (
        <Check
          checked={options.overviews ?? true}
          disabled={!isEditable}
          onChange={(isOn) => set({ overviews: isOn ? undefined : false })}
        >
          {t('file.viewer.overviews')}
        </Check>
      )}
    </fieldset>
  );
}

/** Four numbers with commas between them; what is none yet is only typed. */
function ExtentText({
  extent,
  onChange,
}: {
  extent: ConversionOptions['extent'];
  onChange: (extent: ConversionOptions['extent']) => void;
}) {
  const t = useText();
  const known = extent?.join(', ') ?? '';
  const [typed, setTyped] = useState(known);
  const read = extentIn(typed);
  const isOwn = typed.trim() === '' ? extent === undefined : read?.join() === extent?.join() || read === null;
  return (
    <TextField
      label={t('layer.details.extent')}
      hint={t('workflow.extentOfFile')}
      error={typed.trim() === '' || read ? undefined : t('workflow.extentOfFile')}
      value={isOwn ? typed : known}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        const next = extentIn(value);
        if (next || value.trim() === '') onChange(next ?? undefined);
      }}
    />
  );
}

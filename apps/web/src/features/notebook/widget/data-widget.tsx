import { useQuery } from '@tanstack/react-query';
import { IconButton, XIcon } from '@groma/ui';
import { useProject } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { readResource, ResourceField, resourceKey } from '../../../registry/resource-field.tsx';
import { NamingFields } from './setting-fields.tsx';
import { WidgetFrame } from './widget-frame.tsx';
import type { WidgetProps } from './widget-props.ts';

export interface DataProps {
  label: string;
  varName: string;
  data: string;
  name: string;
}

/** Kinds of data that code can read for everybody: results of queries are one person's, and last a day. */
const kinds = ['layer', 'file', 'table'] as const;

/** Data of the project that code reads: its reference, which stays right when the data is renamed (NBK-142). */
export function DataWidget({
  props: { label, varName, data, name },
  isEditable,
  isShadowed,
  onChange,
}: WidgetProps<DataProps>) {
  const t = useText();
  const { id: projectId } = useProject();
  const settings = <NamingFields {...{ label, varName, isShadowed, onChange }} />;
  return (
    <WidgetFrame label={label} varName={varName} isShadowed={isShadowed} isEditable={isEditable} settings={settings}>
      {isEditable ? (
        <div className="widget-choice">
          <ResourceField
            projectId={projectId}
            kinds={kinds}
            label={label}
            value={data === '' ? null : data}
            isBare
            onChange={(reference, entry) => onChange({ data: reference ?? '', name: entry?.name ?? reference ?? '' })}
          />
          {data !== '' && (
            <IconButton
              label={t('notebook.input.clear', { label })}
              icon={<XIcon />}
              onClick={() => onChange({ data: '', name: '' })}
            />
          )}
        </div>
      ) : (
        <Chosen projectId={projectId} data={data} name={name} />
      )}
    </WidgetFrame>
  );
}

/** What is chosen, for who can choose nothing else: as it is called now. */
function Chosen({ projectId, data, name }: { projectId: string; data: string; name: string }) {
  const t = useText();
  const { data: now, isError } = useQuery({
    queryKey: resourceKey(projectId, data),
    enabled: data !== '',
    retry: false,
    queryFn: ({ signal }) => readResource(projectId, data, { signal }),
  });
  const text = now ? `${now.label} · ${now.place}` : isError ? `${name} (${t('resource.gone')})` : name;
  return (
    <output className="widget-value" dir="auto" title={now?.name}>
      {data === '' ? t('notebook.input.nothing') : text}
    </output>
  );
}

import { file, mapExport, type ExportFormat } from '@groma/protocol';
import { SelectField, TextField } from '@groma/ui';
import { useQuery } from '@tanstack/react-query';
import { api, queryClient } from '../../../platform/api.ts';
import { useText } from '../../../platform/text.ts';

/** How files of each format end. */
const endings: Readonly<Record<ExportFormat, string>> = {
  geopackage: 'gpkg',
  geojson: 'geojson',
  shapefile: 'zip',
  kml: 'kml',
  csv: 'csv',
  flatgeobuf: 'fgb',
  geoparquet: 'parquet',
};

interface FileOutputProps {
  path: string;
  onChange: (path: string) => void;
}

/** Where a result goes among the files of the workspace; the ending of the name is the format. */
export function FileOutput({ path, onChange }: FileOutputProps) {
  const t = useText();
  const format = formatOf(path);
  return (
    <>
      <SelectField
        size="s"
        label={t('layer.export.format')}
        value={format}
        placeholder=""
        options={mapExport.exportFormats.map((value) => ({ value, label: t(`layer.export.formats.${value}`) }))}
        onChange={(chosen: ExportFormat) => onChange(`${withoutEnding(path)}.${endings[chosen]}`)}
      />
      <TextField
        size="s"
        label={t('layer.export.path')}
        maxLength={1_000}
        value={path}
        error={format === null ? t('function.unknownEnding') : undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </>
  );
}

/** The format that a name ends with; null for another ending. */
export function formatOf(path: string): ExportFormat | null {
  return mapExport.exportFormats.find((each) => path.toLowerCase().endsWith(`.${endings[each]}`)) ?? null;
}

function withoutEnding(path: string): string {
  const format = formatOf(path);
  return format === null ? path : path.slice(0, -endings[format].length - 1);
}

const mostTried = 50;

/** A path for a file of some name that is not taken; that of the name until it is known. */
export function useFreePath(projectId: string, name: string, isWanted: boolean, ending: string): string {
  const stem = `/data/${name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '_').replace(/^[.\s]+|[.\s]+$/g, '') || 'result'}`;
  const { data } = useQuery({
    queryKey: ['free-path', projectId, stem, ending],
    enabled: isWanted,
    gcTime: 0,
    retry: false,
    queryFn: async ({ signal }) => {
      for (let number = 1; number <= mostTried; number++) {
        const path = `${stem}${number === 1 ? '' : ` ${number}`}.${ending}`;
        const params = { projectId, path: path.slice(1) };
        if (!(await api.call(file.fileExistence, { params, signal })).exists) return path;
      }
      return null;
    },
  });
  return data ?? `${stem}.${ending}`;
}

/** Names are asked for anew, once a file has been written. */
export function forgetFreePaths(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['free-path'] });
}

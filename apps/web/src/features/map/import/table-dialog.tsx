import type { LegacyEncoding } from '@groma/model';
import type { ImportPreview } from '@groma/protocol';
import { Button, Dialog, Note, Segmented, SelectField } from '@groma/ui';
import { useState } from 'react';
import { errorText } from '../../../platform/api.ts';
import { useText } from '../../../platform/text.ts';
import { openDialog, type DialogHostProps } from '../../../registry/dialog.ts';
import { CrsField } from '../field/crs-field.tsx';
import { isUnreadable } from './encoding-dialog.tsx';
import { EncodingField } from '../../../platform/encoding/encoding-field.tsx';
import './table-dialog.css';

type Table = NonNullable<ImportPreview['table']>;
type Delimiter = ',' | ';' | '\t' | '|';
/** How a person wants a table read, as the import call takes it. */
export interface TableReading {
  delimiter: Delimiter;
  encoding?: LegacyEncoding;
  crs?: string;
  x_column?: string;
  y_column?: string;
  wkt_column?: string;
  no_places?: 'true';
}

type Reread = (how: { delimiter: Delimiter; encoding: LegacyEncoding }) => Promise<Table>;

const degrees = 'EPSG:4326';

/**
 * Shows the head of a table and asks where its rows are; null when the person gives up (VEC-010). `reread` reads it
 * anew with another delimiter or in another encoding.
 */
export function askTableReading(fileName: string, table: Table, reread: Reread): Promise<TableReading | null> {
  return new Promise((resolve) => {
    openDialog((props) => (
      <TableDialog {...props} fileName={fileName} first={table} reread={reread} onAnswer={resolve} />
    ));
  });
}

interface TableDialogProps extends DialogHostProps {
  fileName: string;
  first: Table;
  reread: Reread;
  onAnswer: (reading: TableReading | null) => void;
}

function TableDialog({ opened, onClose, fileName, first, reread, onAnswer }: TableDialogProps) {
  const t = useText();
  const [table, setTable] = useState(first);
  const [place, setPlace] = useState(() => placeOf(first));
  const [crs, setCrs] = useState<string>(degrees);
  const [failure, setFailure] = useState<string | null>(null);
  const end = (reading: TableReading | null) => {
    onAnswer(reading);
    onClose();
  };
  const read = async (how: { delimiter?: Delimiter; encoding?: LegacyEncoding }) => {
    try {
      const next = await reread({ delimiter: table.delimiter as Delimiter, encoding: table.encoding, ...how });
      setTable(next);
      // In another encoding the columns are the same, under names that may look different.
      setPlace(how.delimiter === undefined ? renamed(place, table.header, next.header) : placeOf(next));
      setFailure(null);
    } catch (error) {
      setFailure(errorText(error));
    }
  };
  const submit = () => {
    const columns = columnsOf(place);
    if (!columns) return setFailure(t('layer.table.choose'));
    end({
      delimiter: table.delimiter as Delimiter,
      encoding: table.encoding,
      ...columns,
      ...(crs !== degrees && { crs }),
    });
  };
  const header = table.header.map((name) => ({ value: name, label: name }));
  const foot = (
    <>
      <Button onClick={() => end(null)}>{t('layer.table.cancel')}</Button>
      <Button type="submit" variant="primary" data-autofocus={columnsOf(placeOf(first)) ? true : undefined}>
        {t('layer.table.import')}
      </Button>
    </>
  );
  return (
    <Dialog
      opened={opened}
      onClose={() => end(null)}
      title={t('layer.table.title', { name: fileName })}
      onSubmit={submit}
      foot={foot}
      size="l"
    >
      {failure !== null && <Note kind="error">{failure}</Note>}
      {table.certainty === 'unsure' && <Note kind="warning">{t('layer.encoding.text')}</Note>}
      {isUnreadable(table) && <Note kind="warning">{t('layer.encoding.unreadable')}</Note>}
      <div className="table-import-fields">
        <SelectField
          label={t('layer.table.delimiter')}
          value={table.delimiter as Delimiter}
          onChange={(delimiter) => {
            void read({ delimiter });
          }}
          options={[
            { value: ',', label: t('layer.table.comma') },
            { value: ';', label: t('layer.table.semicolon') },
            { value: '\t', label: t('layer.table.tab') },
            { value: '|', label: t('layer.table.bar') },
          ]}
        />
        <EncodingField
          hint={t('layer.encoding.hint')}
          value={table.encoding}
          onChange={(encoding) => {
            void read({ encoding });
          }}
        />
        {place.kind !== 'none' && <CrsField value={crs} onChange={setCrs} />}
      </div>
      <Segmented
        label={t('layer.table.place')}
        value={place.kind}
        onChange={(kind) => setPlace({ ...place, kind })}
        fullWidth
        options={[
          { value: 'pair', label: t('layer.table.pair') },
          { value: 'wkt', label: t('layer.table.wkt') },
          { value: 'none', label: t('layer.table.none') },
        ]}
      />
      <div className="table-import-fields">
        {place.kind === 'none' ? (
          <p className="table-import-note">{t('layer.table.noneText')}</p>
        ) : place.kind === 'pair' ? (
          <>
            <SelectField
              label={t('layer.table.x')}
              options={header}
              value={place.x}
              searchable
              onChange={(x) => setPlace({ ...place, x })}
            />
            <SelectField
              label={t('layer.table.y')}
              options={header}
              value={place.y}
              searchable
              onChange={(y) => setPlace({ ...place, y })}
            />
          </>
        ) : (
          <SelectField
            label={t('layer.table.geometry')}
            options={header}
            value={place.wkt}
            searchable
            onChange={(wkt) => setPlace({ ...place, wkt })}
          />
        )}
      </div>
      <TableHead
        table={table}
        places={place.kind === 'pair' ? [place.x, place.y] : place.kind === 'wkt' ? [place.wkt] : []}
      />
    </Dialog>
  );
}

interface Place {
  kind: 'pair' | 'wkt' | 'none';
  x: string | null;
  y: string | null;
  wkt: string | null;
}

function placeOf({ header, place }: Table): Place {
  if (place?.kind === 'wkt') return { kind: 'wkt', x: null, y: null, wkt: header[place.column] ?? null };
  return {
    kind: place ? 'pair' : 'none',
    x: place ? (header[place.longitude] ?? null) : null,
    y: place ? (header[place.latitude] ?? null) : null,
    wkt: null,
  };
}

function renamed(place: Place, before: readonly string[], after: readonly string[]): Place {
  const next = (name: string | null): string | null => (name === null ? null : (after[before.indexOf(name)] ?? null));
  return { kind: place.kind, x: next(place.x), y: next(place.y), wkt: next(place.wkt) };
}

function columnsOf({
  kind,
  x,
  y,
  wkt,
}: Place): Pick<TableReading, 'x_column' | 'y_column' | 'wkt_column' | 'no_places'> | null {
  if (kind === 'none') return { no_places: 'true' };
  if (kind === 'wkt') return wkt === null ? null : { wkt_column: wkt };
  return x === null || y === null || x === y ? null : { x_column: x, y_column: y };
}

function TableHead({ table, places }: { table: Table; places: readonly (string | null)[] }) {
  const t = useText();
  const mark = (name: string | undefined) => (name !== undefined && places.includes(name) ? 'is-place' : undefined);
  return (
    <div className="table-import-head" tabIndex={0} role="group" aria-label={t('layer.table.head')}>
      <table>
        <thead>
          <tr>
            {table.header.slice(0, 100).map((name) => (
              <th key={name} className={mark(name)}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column} className={mark(table.header[column])}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

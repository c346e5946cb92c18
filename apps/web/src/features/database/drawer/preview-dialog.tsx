import type { DatabaseTable } from '@groma/model';
import { Dialog } from '@groma/ui';
import { useText } from '../../../platform/text.ts';
import { openDialog, type DialogHostProps } from '../../../registry/dialog.ts';
import { shownText } from '../sizes.ts';

/** Shows the first rows of a table without opening it. */
export function openPreview(table: DatabaseTable): void {
  openDialog((props) => <PreviewDialog {...props} table={table} />);
}

function PreviewDialog({ opened, onClose, table }: DialogHostProps & { table: DatabaseTable }) {
  const t = useText();
  return (
    <Dialog opened={opened} onClose={onClose} size="xl" title={t('database.previewOf', { name: table.name })}>
      <div
        className="database-preview"
        tabIndex={0}
        role="region"
        aria-label={t('database.previewOf', { name: table.name })}
      >
        <table>
          <thead>
            <tr>
              {table.columns.map(({ name, type }) => (
                <th key={name} scope="col">
                  <span dir="auto">{name}</span>
                  <small>{type}</small>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.previewRows?.map((row, index) => (
              // Rows of a preview have no name but their place.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={index}>
                {table.columns.map(({ name }, column) => (
                  <td key={name} dir="auto">
                    {cellOf(row[column], t('database.null'))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {table.previewRows?.length === 0 && <p>{t('database.noRows')}</p>}
      </div>
    </Dialog>
  );
}

function cellOf(value: unknown, nothing: string) {
  if (value === null || value === undefined) return <i>{nothing}</i>;
  return shownText(typeof value === 'string' ? value : JSON.stringify(value));
}

import { coordinateColumns } from '@groma/geo';
import { Button, ChartBarIcon, Dialog, FileTextIcon, MapPlusIcon, toast, UploadIcon, type Icon } from '@groma/ui';
import { errorText } from '../../../platform/api.ts';
import type { DroppedFiles } from '../../../platform/dropped-files.ts';
import { can, readProject } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { runCommand } from '../../../registry/command.ts';
import { openDialog, type DialogHostProps } from '../../../registry/dialog.ts';
import { openDrawer } from '../../../registry/drawer.ts';
import { openFile } from '../action/file-actions.tsx';
import { root } from '../entry/file-path.ts';
import { endOfBatch } from './batch-end.ts';
import { offerUploads } from './offer-uploads.ts';
import { dropChoices, type DropChoice } from './drop-choice.ts';

const looks: Record<DropChoice, { label: string; icon: Icon }> = {
  map: { label: 'file.drop.map', icon: MapPlusIcon },
  chart: { label: 'file.drop.chart', icon: ChartBarIcon },
  open: { label: 'file.drop.open', icon: FileTextIcon },
  upload: { label: 'file.drop.upload', icon: UploadIcon },
};

/** Asks once what is wanted of files that were dropped on nothing in particular; Enter takes the likeliest. */
export async function askAboutDrop(projectId: string, dropped: DroppedFiles): Promise<void> {
  const files = dropped.files.map(({ relativePath, file }) => ({ path: relativePath, bytes: file.size }));
  if (files.length === 0 && dropped.emptyFolders.length === 0) return;
  const choices = dropChoices(files, {
    mayMap: can('create', 'map') && can('update', 'map'),
    mayChart: can('execute_query', 'database'),
    hasPlaces: await hasPlaces(dropped.files[0]?.file),
  });
  const names = files.map(({ path }) => path);
  const onAnswer = (choice: DropChoice) => {
    void carryOut(projectId, dropped, choice).catch((error: unknown) => toast.error(errorText(error)));
  };
  if (choices.length === 1) return onAnswer('upload');
  openDialog((props) => <DropDialog {...props} names={names} choices={choices} onAnswer={onAnswer} />);
}

const headBytes = 32_768;

/** Whether the first lines of a table have columns of coordinates; of what is no table nobody asks. */
async function hasPlaces(file: File | undefined): Promise<boolean> {
  const head = await file?.slice(0, headBytes).text();
  const [header = [], ...rows] = (head ?? '').split(/\r?\n/, 20).map((line) => line.split(/[,;\t]/));
  const plain = (cell: string) => cell.trim().replace(/^"(.*)"$/, '$1');
  return (
    coordinateColumns(
      header.map(plain),
      rows.map((row) => row.map(plain)),
    ) !== null
  );
}

interface DropDialogProps extends DialogHostProps {
  names: readonly string[];
  choices: readonly DropChoice[];
  onAnswer: (choice: DropChoice) => void;
}

function DropDialog({ opened, onClose, names, choices, onAnswer }: DropDialogProps) {
  const words = useText();
  const [first] = names;
  const answer = (choice: DropChoice) => {
    onClose();
    onAnswer(choice);
  };
  const foot = choices.toReversed().map((choice) => {
    const { label, icon: ChoiceIcon } = looks[choice];
    const isLikely = choice === choices[0];
    return (
      <Button
        key={choice}
        icon={<ChoiceIcon />}
        {...(isLikely
          ? { type: 'submit', variant: 'primary', 'data-autofocus': true }
          : { onClick: () => answer(choice) })}
      >
        {words(label)}
      </Button>
    );
  });
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={
        first !== undefined && names.length === 1
          ? words('file.drop.title', { name: first })
          : words('file.drop.titleCount', { count: names.length })
      }
      onSubmit={() => answer(choices[0]!)}
      foot={<>{foot}</>}
    >
      <p>{words('file.drop.text')}</p>
    </Dialog>
  );
}

async function carryOut(projectId: string, dropped: DroppedFiles, choice: DropChoice): Promise<void> {
  const batch = await offerUploads(projectId, root, dropped);
  if (choice === 'upload') openDrawer('files');
  if (batch === null || choice === 'upload') return;
  const paths = await endOfBatch(batch);
  const [path, ...also] = paths;
  // Whoever has gone to another workspace meanwhile finds them in the files of this one.
  if (path === undefined || readProject()?.id !== projectId) return;
  if (choice === 'open')
    return openFile({
      path,
      bytes: dropped.files.find(({ relativePath }) => path.endsWith(relativePath))?.file.size ?? 0,
    });

  if (choice === 'chart') await runCommand('database.chart-file', { path });
  else await runCommand('map.import-into', { path, mapId: null, also });
}

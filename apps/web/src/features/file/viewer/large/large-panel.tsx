import { limit } from '@groma/model';
import { Segmented } from '@groma/ui';
import { useState } from 'react';
import { useText } from '../../../../platform/text.ts';
import type { PanelProps } from '../../../../registry/panel.ts';
import { extensionOf } from '../../entry/file-type.ts';
import { JsonTree } from '../json/json-tree.tsx';
import { useJson } from '../json/use-json.ts';
import { ViewerFrame, ViewerTools, type OpenedFile } from '../viewer-frame.tsx';
import type { ViewerParams } from '../viewer-params.ts';
import { LargeText } from './large-text.tsx';

/** Text too large for the editor: valid JSON as a tree, anything else as lines. */
export function Panel({ params: { path } }: PanelProps<ViewerParams>) {
  const t = useText();
  const [isTree, setTree] = useState(false);
  return (
    <ViewerFrame path={path} badge={t(isTree ? 'file.viewer.largeJson' : 'file.viewer.large')}>
      {(file) => (mayBeJson(file) ? <LargeJson file={file} onTree={setTree} /> : <LargeText file={file} />)}
    </ViewerFrame>
  );
}

/** A tree needs the whole file, so it ends where whole files do (FIL-033). */
function mayBeJson({ path, bytes }: OpenedFile): boolean {
  return bytes <= limit.openFileBytes && ['json', 'geojson', 'ipynb'].includes(extensionOf(path));
}

function LargeJson({ file, onTree }: { file: OpenedFile; onTree: (isTree: boolean) => void }) {
  const t = useText();
  const [view, setView] = useState<'tree' | 'text'>('tree');
  const json = useJson(file);
  const isTree = view === 'tree' && json.reader !== null;
  if (json.error !== null) return <LargeText file={file} />;
  return (
    <>
      <ViewerTools>
        <Segmented
          label={t('file.viewer.showAs')}
          size="s"
          value={view}
          onChange={(next) => {
            setView(next);
            onTree(next === 'tree');
          }}
          options={[
            { value: 'tree', label: t('file.viewer.tree') },
            { value: 'text', label: t('file.viewer.text') },
          ]}
        />
      </ViewerTools>
      {view === 'text' ? (
        <LargeText file={file} />
      ) : (
        <JsonTree json={json} path={file.path} onShown={onTree} isShown={isTree} />
      )}
    </>
  );
}

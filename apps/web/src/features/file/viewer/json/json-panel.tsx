import { Button, CodeIcon } from '@groma/ui';
import { useText } from '../../../../platform/text.ts';
import type { PanelProps } from '../../../../registry/panel.ts';
import { openSource } from '../../action/open-as.ts';
import { ViewerFailure, ViewerFrame, ViewerTools, type OpenedFile } from '../viewer-frame.tsx';
import type { ViewerParams } from '../viewer-params.ts';
import { JsonTree } from './json-tree.tsx';
import { useJson } from './use-json.ts';

/** A JSON file as a tree. */
export function Panel({ params: { path } }: PanelProps<ViewerParams>) {
  return <ViewerFrame path={path}>{(file) => <Tree file={file} />}</ViewerFrame>;
}

function Tree({ file }: { file: OpenedFile }) {
  const t = useText();
  const json = useJson(file);
  return (
    <>
      <ViewerTools>
        <Button size="s" variant="quiet" icon={<CodeIcon />} onClick={() => openSource(file.path, file.bytes)}>
          {t('file.viewer.source')}
        </Button>
      </ViewerTools>
      {json.error ? <ViewerFailure error={json.error} /> : <JsonTree json={json} path={file.path} />}
    </>
  );
}

import {
  Badge,
  Button,
  Card,
  DatabaseIcon,
  EmptyState,
  ErrorState,
  LoadingScreen,
  Note,
  ProgressBar,
  SkeletonRows,
  Spinner,
  statusDialog,
  Truncated,
} from '../src/index.ts';

const tips = ['Hold Shift to draw straight lines.', 'F2 renames what is selected.'];

/** Loading, empty, error, notes, progress. */
export function StateSection() {
  return (
    <section>
      <h2>States</h2>
      <div className="thirds">
        <div className="frame">
          <SkeletonRows />
        </div>
        <div className="frame">
          <EmptyState
            icon={<DatabaseIcon size={18} />}
            title="No databases yet"
            action={<Button size="s">Connect</Button>}
          >
            Connect one to query it here.
          </EmptyState>
        </div>
        <div className="frame">
          <ErrorState title="Schema did not load" onRetry={() => {}}>
            The server closed the connection.
          </ErrorState>
        </div>
      </div>
      <Card title="Storage" action={<Badge tone="green">6 % used</Badge>}>
        <ProgressBar value={6} label="Storage used" />
        <span>310 MB of 5 GB</span>
      </Card>
      <div className="line">
        <Button
          onClick={() => {
            void statusDialog.success({ title: 'The layer was exported', body: 'It is at /data/gauges.gpkg.' });
          }}
        >
          Status: success
        </Button>
        <Button
          onClick={() => {
            void statusDialog.error({
              title: 'The layer was not exported',
              body: 'The disk is full. Delete files of this workspace, then try again.',
            });
          }}
        >
          Status: error
        </Button>
      </div>
      <Note>Changes apply for everyone.</Note>
      <Note kind="success">Layer saved to “/data/gauges.gpkg”. Please refresh files.</Note>
      <Note kind="warning">Same input and output format detected: COG</Note>
      <Note kind="error">Failed to export layer to file storage.</Note>
      <div className="line">
        <Spinner />
        <span style={{ flex: 1 }}>
          <ProgressBar value={64} label="Convert" />
        </span>
        <span className="g-number">64 % · 2 minutes</span>
      </div>
      <ProgressBar label="Unknown" />
      <div style={{ width: 160 }}>
        <Truncated text="A name that is much longer than its place" />
      </div>
      <div className="frame">
        <LoadingScreen tips={tips} label="Opening Low flow map" />
      </div>
    </section>
  );
}

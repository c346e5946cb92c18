import { useState } from 'react';
import {
  Badge,
  DataGrid,
  EyeIcon,
  EyeOffIcon,
  FolderIcon,
  IconButton,
  PolygonIcon,
  Switch,
  Button,
  TreeView,
  toast,
  type GridColumn,
  type GridWindow,
  type TreeNode,
} from '../src/index.ts';

interface Layer extends TreeNode<Layer> {
  count?: number;
}

const layers: Layer[] = [
  {
    id: 'hydrology',
    name: 'Hydrology',
    children: [
      { id: 'gauges', name: 'Gauging stations', count: 21 },
      { id: 'rivers', name: 'Danube and tributaries with every one of their unnamed branches', count: 187 },
      { id: 'basin', name: 'Danube basin', lockedBy: { id: 'person-0', name: 'Ilinca Pop' } },
      { id: 'deep', name: 'Older', children: [{ id: 'old', name: 'Basin 1990' }] },
    ],
  },
  {
    id: 'drought',
    name: 'Drought indicators',
    children: [
      { id: 'soil', name: 'Soil moisture anomaly', count: 1883 },
      { id: 'ndvi', name: 'NDVI, Sentinel-2', isHidden: true },
      {
        id: 'era5',
        name: 'ERA5 precipitation',
        failure: (
          <>
            <b>Failed to fetch resource.</b> The file was moved or deleted.
          </>
        ),
      },
      { id: 'ortho', name: 'Drone ortho', loading: 48 },
    ],
  },
  { id: 'empty', name: 'Field campaign, July', children: [] },
];

function LayerTree() {
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set(['hydrology', 'deep', 'drought']));
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(['soil']));
  const toggle = (id: string, isExpanded: boolean) => {
    const next = new Set(expanded);
    if (isExpanded) next.add(id);
    else next.delete(id);
    setExpanded(next);
  };
  return (
    <div className="frame" style={{ height: 400 }}>
      <TreeView<Layer>
        label="Layers"
        nodes={layers}
        expanded={expanded}
        onToggle={toggle}
        selected={selected}
        onSelect={setSelected}
        multiple
        renderIcon={(node) => (node.children ? <FolderIcon /> : <PolygonIcon />)}
        renderEnd={(node, { isActive }) => (
          <>
            {node.count !== undefined && <span className="g-tree-count">{node.count.toLocaleString()}</span>}
            <IconButton
              size="s"
              label={node.isHidden ? 'Show' : 'Hide'}
              icon={node.isHidden ? <EyeOffIcon /> : <EyeIcon />}
              tabIndex={isActive ? 0 : -1}
            />
          </>
        )}
        contextMenu={(node) => [{ key: 'rename', label: `Rename “${node.name}”`, shortcut: 'F2' }]}
        onRename={(node) => toast.info(`Rename ${node.name}`)}
        onActivate={(node) => (node.children ? false : void toast.info(`Open ${node.name}`))}
        onMove={(id, targetId, position) => toast.info(`${id} ${position} ${targetId}`)}
      />
    </div>
  );
}

const columns: GridColumn[] = [
  { id: 'station', name: 'station', type: 'text', editable: true },
  { id: 'country', name: 'country', type: 'text' },
  { id: 'discharge', name: 'discharge', type: 'number', editable: true },
  { id: 'deviation', name: 'dev_pct', type: 'number' },
  {
    id: 'status',
    name: 'status',
    type: 'text',
    render: (value) => <Badge tone={value === 'Low' ? 'amber' : 'red'}>{String(value)}</Badge>,
  },
  { id: 'read', name: 'read_at', type: 'time' },
  { id: 'open', name: 'provisional', type: 'boolean' },
  { id: 'geom', name: 'geom', type: 'geo' },
];
const names = ['Mohács', 'Vukovar', 'Novi Sad', 'Belgrade', 'Calafat', 'Svishtov', 'Paks'];
const million = 1_000_000;

function gauge(index: number): unknown[] {
  return [
    `${names[index % 7]} ${index + 1}`,
    index % 5 === 3 ? null : ['HU', 'HR', 'RS', 'RO'][index % 4],
    (index * 7919) % 4000,
    -((index * 31) % 80),
    index % 3 === 0 ? 'Critical' : 'Low',
    new Date(Date.UTC(2025, 7, 18, 14, index % 60)),
    index % 2 === 0,
    { type: 'Point', coordinates: [18.701, 45.992] },
  ];
}

/** A million rows that are computed, never held. Sorting turns the order round; filters keep every tenth. */
async function readGauges({ start, end, sort, filter }: GridWindow) {
  await new Promise((resolve) => {
    setTimeout(resolve, 120);
  });
  const step = filter.length > 0 ? 10 : 1;
  const rowCount = million / step;
  const isTurned = sort[0]?.direction === 'desc';
  const rows = Array.from({ length: Math.max(0, Math.min(end, rowCount) - start) }, (_, offset) =>
    gauge((isTurned ? rowCount - 1 - start - offset : start + offset) * step),
  );
  return { rows, rowCount };
}

function GaugeGrid() {
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set(['Vukovar 2', 'Novi Sad 3']));
  const [withFilters, setWithFilters] = useState(false);
  const [refreshKey, setRefreshKey] = useState(0);
  return (
    <>
      <div className="line">
        <Switch checked={withFilters} onChange={setWithFilters}>
          Filter row
        </Switch>
        <Button size="s" onClick={() => setRefreshKey(refreshKey + 1)}>
          Refresh
        </Button>
      </div>
      <div className="frame" style={{ height: 330 }}>
        <DataGrid
          label="Gauging stations"
          columns={columns}
          rowCount={million}
          getRows={readGauges}
          rowId="station"
          selectedIds={selectedIds}
          onSelectionChange={setSelectedIds}
          withFilters={withFilters}
          refreshKey={refreshKey}
          foot={<span>discharge: mean 1,572 m³/s</span>}
          onCellEdit={async ({ value }) => {
            if (value === 13 || value === '13') throw new Error('13 is refused.');
          }}
          cellMenu={({ rowId, columnId }) => [{ key: 'zoom', label: `Zoom to ${rowId}, ${columnId}` }]}
          columnMenu={(columnId) => [{ key: 'rename', label: `Rename ${columnId}` }]}
        />
      </div>
    </>
  );
}

const failing = async () => {
  throw new Error('The server closed the connection.');
};
const nothing = async () => ({ rows: [], rowCount: 0 });
const never = () => new Promise<never>(() => {});
const few = columns.slice(0, 2);

/** The tree and the grid. */
export function DataSection() {
  return (
    <>
      <section>
        <h2>Tree</h2>
        <LayerTree />
      </section>
      <section style={{ gridColumn: 'span 2' }}>
        <h2>Grid, a million rows</h2>
        <GaugeGrid />
      </section>
      <section className="wide">
        <h2>Grid: loading, empty, error</h2>
        <div className="thirds">
          <div className="frame" style={{ height: 200 }}>
            <DataGrid label="Loading" columns={few} getRows={never} rowId="station" />
          </div>
          <div className="frame" style={{ height: 200 }}>
            <DataGrid label="Empty" columns={few} getRows={nothing} rowId="station" />
          </div>
          <div className="frame" style={{ height: 200 }}>
            <DataGrid label="Failed" columns={few} getRows={failing} rowId="station" />
          </div>
        </div>
      </section>
    </>
  );
}

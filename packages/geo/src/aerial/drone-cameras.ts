/**
 * Sizes in millimetres of the formats that makers name: Wikipedia, "Image sensor format", table of formats and sizes.
 */
const formats = {
  '1/2.3-inch': [6.17, 4.55],
  '1/2-inch': [6.4, 4.8],
  '1/1.3-inch': [9.6, 7.2],
  '1-inch': [13.2, 8.8],
  '4/3-inch': [17.3, 13],
} as const satisfies Record<string, readonly [width: number, height: number]>;

/** A camera of a drone as its photos name it, with its sensor in millimetres. */
export interface DroneCamera {
  /** `Model` of EXIF. */
  model: string;
  drone: string;
  sensorWidth: number;
  sensorHeight: number;
  /** Where the size is from. */
  source: string;
}

function camera(model: string, drone: string, format: keyof typeof formats): DroneCamera {
  const [sensorWidth, sensorHeight] = formats[format];
  return { model, drone, sensorWidth, sensorHeight, source: `DJI, specifications of the ${drone}: ${format} CMOS` };
}

/**
 * The cameras whose photos can be put on a map (DRN-015): the formats are those of the maker's published
 * specifications.
 */
export const droneCameras: readonly DroneCamera[] = [
  camera('FC300S', 'Phantom 3 Advanced', '1/2.3-inch'),
  camera('FC300X', 'Phantom 3 Professional', '1/2.3-inch'),
  camera('FC330', 'Phantom 4', '1/2.3-inch'),
  camera('FC350', 'Zenmuse X3', '1/2.3-inch'),
  camera('FC220', 'Mavic Pro', '1/2.3-inch'),
  camera('FC1102', 'Spark', '1/2.3-inch'),
  camera('FC2103', 'Mavic Air', '1/2.3-inch'),
  camera('FC2204', 'Mavic 2 Zoom', '1/2.3-inch'),
  camera('FC7203', 'Mavic Mini', '1/2.3-inch'),
  camera('FC7303', 'Mini 2', '1/2.3-inch'),
  camera('FC3170', 'Mavic Air 2', '1/2-inch'),
  camera('FC3582', 'Mini 3 Pro', '1/1.3-inch'),
  camera('FC6310', 'Phantom 4 Pro', '1-inch'),
  camera('FC6310S', 'Phantom 4 Pro V2.0', '1-inch'),
  camera('FC6310R', 'Phantom 4 RTK', '1-inch'),
  camera('FC6510', 'Zenmuse X4S', '1-inch'),
  camera('FC3411', 'Air 2S', '1-inch'),
  camera('L1D-20c', 'Mavic 2 Pro', '1-inch'),
  camera('FC550', 'Zenmuse X5', '4/3-inch'),
  camera('FC6520', 'Zenmuse X5S', '4/3-inch'),
  camera('L2D-20c', 'Mavic 3', '4/3-inch'),
  camera('M3E', 'Mavic 3 Enterprise', '4/3-inch'),
  {
    model: 'ZenmuseP1',
    drone: 'Zenmuse P1',
    sensorWidth: 35.9,
    sensorHeight: 24,
    source: 'DJI, specifications of the Zenmuse P1: sensor size 35.9 × 24 mm',
  },
];

/**
 * The camera that `Model` of EXIF names, whatever its case and spaces; undefined for one that is not in the table
 * (DRN-016).
 */
export function findDroneCamera(model: string): DroneCamera | undefined {
  const key = keyOf(model);
  return droneCameras.find((each) => keyOf(each.model) === key);
}

function keyOf(model: string): string {
  return model.replace(/\s/g, '').toLowerCase();
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GdalFiles } from './gdal-files.ts';

/** A scene of level 1C as the ground segment of Sentinel-2 writes it, but small. */
export const sentinelName = 'S2A_MSIL1C_20210114T100321_N0500_R122_T33TXK_20230511T101010.SAFE';

/** What its metadata say. */
export const acquisition = {
  sun: { zenith: 68.5125, azimuth: 164.25 },
  view: { zenith: 4.75, azimuth: 104.5 },
  offset: -1000,
};

const bands = ['B02', 'B03', 'B04', 'B08', 'B05'] as const;
const places = { B02: 1, B03: 2, B04: 3, B05: 4, B08: 7 } as const;
const side = 60;

const angles = ({ zenith, azimuth }: { zenith: number; azimuth: number }): string =>
  `<ZENITH_ANGLE unit="deg">${zenith}</ZENITH_ANGLE><AZIMUTH_ANGLE unit="deg">${azimuth}</AZIMUTH_ANGLE>`;

const product = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<n1:Level-1C_User_Product xmlns:n1="https://psd-14.sentinel2.eo.esa.int/PSD/User_Product_Level-1C.xsd">
<n1:General_Info><Product_Info><PRODUCT_START_TIME>2021-01-14T10:03:21.024Z</PRODUCT_START_TIME></Product_Info>
<Product_Image_Characteristics><QUANTIFICATION_VALUE unit="none">10000</QUANTIFICATION_VALUE>
<Radiometric_Offset_List>${Array.from({ length: 13 }, (_, band) => `<RADIO_ADD_OFFSET band_id="${band}">${acquisition.offset}</RADIO_ADD_OFFSET>`).join('')}</Radiometric_Offset_List>
</Product_Image_Characteristics></n1:General_Info>
<n1:Quality_Indicators_Info><Cloud_Coverage_Assessment>3.25</Cloud_Coverage_Assessment></n1:Quality_Indicators_Info>
</n1:Level-1C_User_Product>`;

const granule = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<n1:Level-1C_Tile_ID xmlns:n1="https://psd-14.sentinel2.eo.esa.int/PSD/S2_PDI_Level-1C_Tile_Metadata.xsd">
<n1:General_Info><SENSING_TIME metadataLevel="Standard">2021-01-14T10:08:12.402Z</SENSING_TIME></n1:General_Info>
<n1:Geometric_Info><Tile_Angles><Mean_Sun_Angle>${angles(acquisition.sun)}</Mean_Sun_Angle>
<Mean_Viewing_Incidence_Angle_List>${Array.from({ length: 13 }, (_, band) => `<Mean_Viewing_Incidence_Angle bandId="${band}">${angles(acquisition.view)}</Mean_Viewing_Incidence_Angle>`).join('')}</Mean_Viewing_Incidence_Angle_List>
</Tile_Angles></n1:Geometric_Info></n1:Level-1C_Tile_ID>`;

/** Its files by their paths; bands are JPEG 2000 without loss, and stay beside as `T33TXK_{band}.tif`. */
export function sentinelFiles(gdal: GdalFiles): [string, Uint8Array | string][] {
  const tile = `${sentinelName}/GRANULE/L1C_T33TXK_A029069_20210114T100812`;
  const images = bands.map((band): [string, Uint8Array] => {
    const metres = band === 'B05' ? 20 : 10;
    const size = { width: (side * 10) / metres, height: (side * 10) / metres, bands: 1 };
    const source = gdal.source(
      `T33TXK_${band}`,
      'UInt16',
      { ...size, transform: `600000,${metres},0,5000000,0,-${metres}` },
      (_, column, row) => (column < 2 ? 0 : 1500 + places[band] * 120 + column * 11 + row * 7),
    );
    const tiff = gdal.translate(source, `T33TXK_${band}`);
    const file = join(gdal.folder, `${band}.jp2`);
    gdal.run('gdal_translate', '-q', '-of', 'JP2OpenJPEG', '-co', 'QUALITY=100', '-co', 'REVERSIBLE=YES', tiff, file);
    return [`${tile}/IMG_DATA/T33TXK_20210114T100321_${band}.jp2`, readFileSync(file)];
  });
  return [[`${sentinelName}/MTD_MSIL1C.xml`, product], [`${tile}/MTD_TL.xml`, granule], ...images];
}

/** The sample project's notebook, as an nbformat 4 document. Its code runs without a network. */
export const welcomeNotebook = {
  nbformat: 4,
  nbformat_minor: 4,
  metadata: { kernelspec: { display_name: 'Python 3', language: 'python', name: 'python3' } },
  cells: [
    prose('# Where people live'),
    prose(
      'This notebook reads the files of the workspace: they are at `/data`, the same ones the **Files** tab shows and the map draws. Start the machine in **Virtual Machine** at the bottom left, then press **Run all**.',
    ),
    prose('## The countries of the map'),
    code(
      'import geopandas as gpd\n\ncountries = gpd.read_file("/data/countries.geojson")\nprint(len(countries), "countries,", f"{countries.population.sum():,}", "people")\ncountries[["name", "continent", "population", "area_km2"]].nlargest(5, "population")',
    ),
    prose('## How dense is each continent?'),
    prose(
      'Density is people per square kilometre of land outline. The outlines are simplified, so small islands are only roughly right.',
    ),
    code(
      'by_continent = countries.groupby("continent")[["population", "area_km2"]].sum()\nby_continent["density"] = by_continent.population / by_continent.area_km2\nby_continent.sort_values("density", ascending=False).round(1)',
    ),
    code(
      'import matplotlib.pyplot as plt\n\nax = by_continent.density.sort_values().plot.barh(color="#0b6b66", figsize=(7, 3))\nax.set_xlabel("people per km²")\nax.set_ylabel("")\nplt.tight_layout()\nplt.show()',
    ),
    prose('## The same numbers as a plain table'),
    code(
      'import pandas as pd\n\nstatistics = pd.read_csv("/data/country-statistics.csv")\nstatistics.groupby("income_group").gdp_per_person_usd.median().round()',
    ),
  ],
};

function prose(source: string) {
  return { cell_type: 'markdown', metadata: {}, source };
}

function code(source: string) {
  return { cell_type: 'code', metadata: {}, source, outputs: [], execution_count: null };
}

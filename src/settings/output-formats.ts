/** Formats of reports and lists: of settings, options, manifests and the page, which offers them in this order. */
export const FORMATS = ['csv', 'xlsx', 'parquet'] as const;

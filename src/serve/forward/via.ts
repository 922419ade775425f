/** The header that names the receivers which forwarded a batch on its way. */
export const VIA = 'assay-otel-via';

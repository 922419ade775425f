/** Worlds that are tried, the seed they are drawn from, and the time that they may take in milliseconds. */
export const RUNS = Number(process.env.ASSAY_HUNT_RUNS ?? 2_000);
export const SEED = Number(process.env.ASSAY_HUNT_SEED ?? 20_261_130);
export const TIMEOUT = 30_000 + RUNS * 20;
